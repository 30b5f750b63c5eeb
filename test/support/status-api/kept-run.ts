import type { Kysely } from "kysely";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { EvidenceAudioName, EvidenceFacts } from "#monitor/domain/evidence-document.ts";

/** A run of which evidence is kept, as a prober keeps it. */
export interface WrittenRun {
  readonly id: string;
  readonly checkId: string;
  readonly slotMs: number;
  readonly passed: boolean;
  readonly facts?: Partial<EvidenceFacts>;
  readonly audio?: Partial<Readonly<Record<EvidenceAudioName, Uint8Array>>>;
}

/** Writes a kept run whose component's id is that of its check. */
export async function writeKeptRun(db: Kysely<StatusDatabase>, run: WrittenRun): Promise<void> {
  const { id, checkId, slotMs, passed, audio = {} } = run;
  await db
    .insertInto("evidence")
    .values({
      id,
      check_id: checkId,
      component_id: checkId,
      location: "here",
      slot: new Date(slotMs),
      attempt: 1,
      kept_at: new Date(slotMs),
      passed,
      result: passed ? "ok" : "failed",
      reason: passed ? null : "transcript_mismatch",
      facts: JSON.stringify({ ...factsOf(slotMs), ...run.facts }),
      bytes: Object.values(audio).reduce((sum, file) => sum + file.length, 0),
    })
    .execute();
  for (const [name, file] of Object.entries(audio)) {
    await db
      .insertInto("evidence_audio")
      .values({
        evidence_id: id,
        name: name as EvidenceAudioName,
        content_type: "audio/wav",
        content: Buffer.from(file),
      })
      .execute();
  }
}

function factsOf(slotMs: number): EvidenceFacts {
  return {
    kind: "synthesis",
    message: null,
    started_at: new Date(slotMs).toISOString(),
    duration_ms: 1900,
    phases: { dns: 12, connect: 30, tls: 45, first_byte: 420, transfer: 1300 },
    measures: { audio_seconds: 2 },
    input_text: "yarın sabah buluşalım",
    texts: { asked: "yarın sabah buluşalım", heard: "yarın sabah buluşalım" },
    differences: [{ kind: "same", words: "yarın sabah buluşalım" }],
    exchanges: [
      { what: "speech", status: 200, request_id: "req_5", server: null, close_code: null },
    ],
    seed: "42",
    versions: { prober: "0.1.0", node: "v24" },
    cut: [],
  };
}
