import { cutText } from "#monitor/domain/cut-text.ts";
import type { Attempt } from "../run/run-check.ts";
import { type TextDifference, textDifferences } from "#word-errors/text-differences.ts";
import { isEvidence } from "#monitor/domain/verdict.ts";
import type { EvidenceAudioName, EvidenceFacts } from "#monitor/domain/evidence-document.ts";
import { readBuildInfo } from "#runtime/build-info.ts";

/** The versions of this prober and of its runtime. */
export const PROBER_VERSIONS = { prober: readBuildInfo().version, node: process.version } as const;

/** The stored data of one attempt. */
export type Evidence = ReturnType<typeof evidenceOf>;

/** Returns the attempt of a speech run to keep: the last that did not pass, else the last; null if there is none. */
export function attemptToKeep(attempts: readonly Attempt[]): Attempt | null {
  const ofSpeech = attempts.filter(
    ({ observation, trace }) => trace.input !== undefined && isEvidence(observation),
  );
  const failed = ofSpeech.findLast(({ observation }) => observation.result !== "ok");
  return failed ?? ofSpeech.at(-1) ?? null;
}

/** Gathers what is kept of an attempt. */
export function evidenceOf(
  kind: string,
  { observation, trace }: Attempt,
  versions: EvidenceFacts["versions"],
  limits: { readonly maxTextCharacters: number; readonly maxAudioBytes: number },
) {
  const { message, startedAtMs, durationMs, phases, measures, result, reason } = observation;
  const short = (text: string): string => cutText(text, limits.maxTextCharacters);
  const texts = Object.fromEntries(
    Object.entries(observation.texts).map(([name, text]) => [name, short(text)]),
  );
  const files = Object.entries({ sent: trace.input?.audio, received: trace.received }).filter(
    (entry): entry is [EvidenceAudioName, Uint8Array<ArrayBuffer>] => entry[1] !== undefined,
  );
  return {
    attempt: observation.attempt,
    passed: result === "ok",
    result,
    reason,
    /** WAV files. */
    audio: Object.fromEntries(
      files.map(([name, file]) => [name, file.subarray(0, limits.maxAudioBytes)]),
    ),
    facts: {
      kind,
      message,
      started_at: new Date(startedAtMs).toISOString(),
      duration_ms: durationMs,
      phases,
      measures,
      input_text: short(trace.input?.text ?? ""),
      ...(observation.clip === undefined ? {} : { clip: observation.clip }),
      texts,
      differences: differencesOf(texts),
      exchanges: trace.exchanges.map((exchange) => ({
        what: exchange.what,
        status: exchange.status,
        request_id: exchange.requestId,
        server: exchange.server,
        close_code: exchange.closeCode ?? null,
      })),
      seed: trace.seed,
      versions,
      cut: files.filter(([, file]) => file.length > limits.maxAudioBytes).map(([name]) => name),
    } satisfies EvidenceFacts,
  };
}

/** Compares what was said with what was heard; null for a check without both texts. */
export function differencesOf(texts: Readonly<Record<string, string>>): TextDifference[] | null {
  const said = texts["expected"] ?? texts["asked"];
  const heard = texts["heard"];
  return said === undefined || heard === undefined ? null : textDifferences(said, heard);
}
