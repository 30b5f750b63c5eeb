import { setTimeout as sleep } from "node:timers/promises";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { Type } from "typebox";
import { valueAt } from "../network/json-value.ts";
import { CheckFailure } from "../check/report.ts";
import { openSocketSession, type SocketSession } from "../network/socket-session.ts";
import { type Clip, clipOptions, clipToSend } from "../speech/clip.ts";
import { expectNoError, expectSessionStarted } from "../speech/stream-messages.ts";
import {
  compareTranscript,
  transcriptLimits,
  TRANSCRIPT_MEASURES,
} from "../speech/transcript-limits.ts";
import { pcm16Of } from "../speech/wav.ts";
import { httpAddress, socketAddress } from "../network/web-address.ts";
import { defineKind } from "./kind.ts";

const FRAME_SECONDS = 0.1;
const CLOSE_NORMAL = 1000;

/** Streams a clip at speaking pace; exactly one final transcript has to arrive, in time and correct. */
export const stream = defineKind({
  description: "Streams a clip at speaking pace and waits for the one final transcript.",
  keepsRuns: true,
  options: {
    url: httpAddress("The stream's address, written with http or https."),
    model: Type.String({ default: "transcribe-1" }),
    max_final_transcript_seconds: Type.Number({
      description: "How long after the end of the audio the final transcript may come.",
      exclusiveMinimum: 0,
      default: 3,
    }),
    ...clipOptions,
    ...transcriptLimits,
  },
  clips: [""],
  limits: {
    "/max_word_error_ratio": { measure: "word_error_ratio", unit: "words" },
    "/max_character_error_ratio": { measure: "character_error_ratio", unit: "characters" },
    "/max_final_transcript_seconds": { measure: "final_transcript_seconds", unit: "seconds" },
  },
  measures: {
    ...TRANSCRIPT_MEASURES,
    first_partial_seconds:
      "From the beginning of the audio to the first partial transcript, last run.",
    final_transcript_seconds: "From the end of the audio to the final transcript, last run.",
  },
  async run(options, context) {
    const clip = await clipToSend(options, context);
    const address = socketAddress(options.url);
    address.searchParams.set("model", options.model);
    address.searchParams.set("encoding", "pcm_s16le");
    address.searchParams.set("sample_rate", String(clip.sampleRateHz));
    await using session = await openSocketSession(address, context.apiKey, context);
    await expectSessionStarted(session);

    const { what, phases } = session;
    const heard: Heard = { finals: [], partials: 0, firstPartialMs: undefined, latest: "" };
    const reading = collectTranscripts(session, heard);
    const speaking = speak(clip, session, context.signal, reading);
    const [spoken] = await Promise.all([speaking, reading]).catch(async (error: unknown) => {
      if (!context.signal.aborted) throw error;
      throw outOfTime({ what, phases, clip, heard, spoken: await speaking, options });
    });
    const { finals, firstPartialMs } = heard;
    const fail = (reason: CheckFailure["reason"], detail: string): CheckFailure =>
      new CheckFailure(reason, `${what}: ${detail}`, { phases });

    const [final, ...others] = finals;
    if (final === undefined) {
      throw fail("no_final_transcript", `closed with ${await session.closeCode} without it`);
    }
    if (others.length > 0) throw fail("several_final_transcripts", `${finals.length} of them`);
    const compared = compareTranscript(clip.text, final.text, { ...options, ...clip.limits });
    const latencySeconds = Math.max(0, final.atMs - spoken.endedMs) / 1000;
    const measures = {
      ...compared.measures,
      audio_seconds: clip.durationSeconds,
      ...firstPartialMeasure(firstPartialMs, spoken),
      final_transcript_seconds: latencySeconds,
    };
    const report = { phases, measures, texts: compared.texts };
    if (!compared.matches) {
      throw new CheckFailure(
        "transcript_mismatch",
        `${what}: ${compared.summary}, clip ${clip.name}`,
        report,
      );
    }
    if (latencySeconds > options.max_final_transcript_seconds) {
      const message = `${what}: ${latencySeconds.toFixed(2)} s after the end of the audio`;
      throw new CheckFailure("late_final_transcript", message, report);
    }
    const code = await session.closeCode;
    if (code !== CLOSE_NORMAL) throw new CheckFailure("bad_close", `${what}: code ${code}`, report);
    return { result: "ok", ...report };
  },
});

/** The state of a stream when the check timed out. */
interface Unfinished {
  readonly what: string;
  readonly phases: ObservationPhases;
  readonly clip: Clip;
  readonly heard: Heard;
  readonly spoken: Spoken;
  readonly options: { readonly max_final_transcript_seconds: number };
}

/** Returns the failure of a stream that had not ended when the check timed out, with everything received so far. */
function outOfTime({ what, phases, clip, heard, spoken, options }: Unfinished): CheckFailure {
  const { finals, partials, latest, firstPartialMs } = heard;
  const sinceSeconds = (performance.now() - spoken.endedMs) / 1000;
  const isMissing = spoken.isWhole && finals.length === 0;
  const isLate = isMissing && sinceSeconds > options.max_final_transcript_seconds;
  const ended = isMissing
    ? `no final transcript ${sinceSeconds.toFixed(1)} s after the end of the audio`
    : finals.length > 0
      ? "the final transcript came, but the stream was not closed"
      : "the time was over before the end of the audio";
  return new CheckFailure(
    isLate ? "late_final_transcript" : "timeout",
    `${what}: ${ended}; ${partials} partial ones so far, clip ${clip.name}`,
    {
      phases,
      measures: {
        audio_seconds: clip.durationSeconds,
        ...firstPartialMeasure(firstPartialMs, spoken),
        ...(isLate && { final_transcript_seconds: sinceSeconds }),
      },
      texts: { expected: clip.text, heard: latest },
    },
  );
}

/** Returns the measure, or false without a partial transcript, as may happen for a very short clip. */
function firstPartialMeasure(firstPartialMs: number | undefined, { startedMs }: Spoken) {
  return (
    firstPartialMs !== undefined && {
      first_partial_seconds: Math.max(0, firstPartialMs - startedMs) / 1000,
    }
  );
}

interface FinalTranscript {
  readonly text: string;
  /** On the monotonic clock. */
  readonly atMs: number;
}

/** The messages received from a stream so far; times are on the monotonic clock. */
interface Heard {
  readonly finals: FinalTranscript[];
  partials: number;
  firstPartialMs: number | undefined;
  /** The text of the newest transcript. */
  latest: string;
}

/** When sending a clip began, and when it ended or was broken off; on the monotonic clock. */
interface Spoken {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly isWhole: boolean;
}

/** Collects every final transcript, and the time of the first partial one, until the stream is closed. */
async function collectTranscripts(session: SocketSession, heard: Heard): Promise<void> {
  for await (const message of session.messages) {
    expectNoError(message, session);
    const { type } = message;
    if (type !== "transcript.partial" && type !== "transcript.final") continue;
    const said = valueAt(message, "text");
    const text = typeof said === "string" ? said : "";
    heard.latest = text;
    if (type === "transcript.final") {
      heard.finals.push({ text, atMs: performance.now() });
    } else {
      heard.partials += 1;
      heard.firstPartialMs ??= performance.now();
    }
  }
}

/** Sends the clip at the pace of its speech, or until `closing` settles. */
async function speak(
  clip: Clip,
  session: SocketSession,
  signal: AbortSignal,
  closing: Promise<unknown>,
): Promise<Spoken> {
  const stopped = new AbortController();
  const stop = (): void => stopped.abort();
  closing.then(stop, stop);
  const paceSignal = AbortSignal.any([signal, stopped.signal]);
  const frameLength = Math.round(clip.sampleRateHz * FRAME_SECONDS);
  const startedMs = performance.now();
  for (let start = 0, frame = 1; start < clip.samples.length; start += frameLength, frame += 1) {
    if (paceSignal.aborted) break;
    session.send(pcm16Of(clip.samples.subarray(start, start + frameLength)));
    const restMs = startedMs + frame * FRAME_SECONDS * 1000 - performance.now();
    await sleep(Math.max(0, restMs), undefined, { signal: paceSignal }).catch(() => {});
  }
  const isWhole = !paceSignal.aborted;
  session.send(JSON.stringify({ type: "end" }));
  return { startedMs, endedMs: performance.now(), isWhole };
}
