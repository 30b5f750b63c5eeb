import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "#migrations/status/schema.ts";
import { finishRequestedRun, takeRequestedRun } from "#monitor/store/requested-runs.ts";
import { beginSession } from "#status-api/console/sessions.ts";
import type { AlertRule, OnCallPerson, Rota } from "#monitor/alerts/configuration.ts";
import { projectRoot } from "../program.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Ids of what people on call find, for pages that show one of them. */
export const designedOnCall = {
  check: "tts-round-trip",
  badRun: "designed-bad-run",
  goodRun: "designed-good-run",
  requestedRun: "designed-requested-run",
} as const;

const designedRule = {
  id: "speech",
  receivers: [],
  rotas: [],
  components: [],
  groups: [],
  afterBadSlots: 2,
  includesDegraded: false,
  severity: "critical",
  repeatMinutes: null,
  escalation: null,
  tellsRecovery: true,
  quietHours: null,
} as const satisfies Omit<AlertRule, "checks">;

const designedPeople: readonly OnCallPerson[] = [
  { id: "ayse", name: "Ayşe Demir", receivers: ["ayse-phone", "chat"], quietHours: null },
  {
    id: "can",
    name: "Can Kaya",
    receivers: ["can-phone"],
    quietHours: { from: "23:00", to: "07:00", timeZone: "Europe/Istanbul" },
  },
];

const designedRota = (nowMs: number): Rota => ({
  id: "speech",
  people: ["ayse", "can"],
  rule: "FREQ=WEEKLY",
  timeZone: "Europe/Istanbul",
  fromMs: nowMs - 24 * hourMs,
  nextAfterMinutes: 10,
});

const sentence = "yarın sabah saat dokuzda buluşalım";

/**
 * Writes what people on call see beside the history: an alert that fires, and of a check of synthesis a run that failed, a good one
 * before it, with their audio, and one on request. Returns the cookie of somebody who is signed in and may do everything.
 */
export async function writeDesignedOnCall(
  db: Database,
  nowMs: number,
): Promise<{ readonly name: string; readonly value: string }> {
  const seen = { started_at: new Date(nowMs), last_seen_at: new Date(nowMs) };
  await db
    .insertInto("probers")
    .values({ id: "designed-prober", location: "local", ...seen })
    .execute();
  // An alert whose rule is gone ends.
  const rules = [{ ...designedRule, checks: [designedOnCall.check] }];
  await db
    .insertInto("alert_configuration")
    .values({
      id: 1,
      receivers: "[]",
      rules: JSON.stringify(rules),
      people: JSON.stringify(designedPeople),
      rotas: JSON.stringify([designedRota(nowMs)]),
    })
    .execute();
  await db
    .insertInto("on_call_overrides")
    .values({
      id: "designed-override",
      rota: "speech",
      person: "can",
      from_at: new Date(nowMs - hourMs),
      to_at: new Date(nowMs + 2 * hourMs),
      said_by: "Ayşe Demir",
      created_at: new Date(nowMs - hourMs),
    })
    .execute();
  await db
    .insertInto("alerts")
    .values({
      id: "designed-alert",
      rule: "speech",
      check_id: designedOnCall.check,
      component_id: "tts",
      severity: "critical",
      failing_since: new Date(nowMs - 12 * minuteMs),
      reason: "transcript_mismatch",
      locations: JSON.stringify(["local"]),
      fired_at: new Date(nowMs - 8 * minuteMs),
    })
    .execute();
  await writeRun(db, designedOnCall.goodRun, nowMs - 20 * minuteMs, {
    heard: sentence,
    differences: [{ kind: "same", words: sentence }],
    heard_word_error_ratio: 0,
  });
  await writeRun(db, designedOnCall.badRun, nowMs - 2 * minuteMs, {
    heard: "yarın sabah saat doksanda bul",
    differences: [
      { kind: "same", words: "yarın sabah saat" },
      { kind: "missing", words: "dokuzda buluşalım" },
      { kind: "added", words: "doksanda bul" },
    ],
    heard_word_error_ratio: 0.4,
  });
  await writeRequestedRun(db, nowMs);
  const session = { person: "Ayşe Demir", adminToken: "admin-token-of-people-on-call" };
  return { name: "console", value: await beginSession(db, session, nowMs) };
}

interface Heard {
  readonly heard: string;
  readonly differences: readonly { readonly kind: string; readonly words: string }[];
  readonly heard_word_error_ratio: number;
}

async function writeRun(
  db: Database,
  id: string,
  slotMs: number,
  { heard, differences, heard_word_error_ratio }: Heard,
): Promise<void> {
  const passed = heard_word_error_ratio === 0;
  const content = await readFile(path.join(projectRoot, "fixtures/audio/weather.wav"));
  await db
    .insertInto("evidence")
    .values({
      id,
      check_id: designedOnCall.check,
      component_id: "tts",
      location: "local",
      slot: new Date(slotMs),
      attempt: 1,
      kept_at: new Date(slotMs),
      passed,
      result: passed ? "ok" : "failed",
      reason: passed ? null : "transcript_mismatch",
      facts: JSON.stringify({
        kind: "synthesis",
        message: passed ? null : "40.0 % of the words differ; at most 20 % may",
        started_at: new Date(slotMs).toISOString(),
        duration_ms: 1900,
        phases: { dns: 12, connect: 30, tls: 45, first_byte: 420, transfer: 1300 },
        measures: { heard_word_error_ratio, audio_seconds: 5.5, first_audio_seconds: 0.42 },
        input_text: sentence,
        texts: { asked: sentence, heard },
        differences,
        exchanges: [
          { what: "speech", status: 200, request_id: "req_5", server: null, close_code: null },
        ],
        seed: "42",
        versions: { prober: "0.1.0", node: "v24" },
        cut: [],
      }),
      bytes: content.length,
    })
    .execute();
  const audio = {
    evidence_id: id,
    name: "received",
    content_type: "audio/wav",
    content,
  } as const;
  await db.insertInto("evidence_audio").values(audio).execute();
}

async function writeRequestedRun(db: Database, nowMs: number): Promise<void> {
  await db
    .insertInto("asked_runs")
    .values({
      id: designedOnCall.requestedRun,
      check_id: designedOnCall.check,
      location: "local",
      replays: designedOnCall.badRun,
      asked_by: "Ayşe Demir",
      asked_at: new Date(nowMs - minuteMs),
    })
    .execute();
  const times = { nowMs: nowMs - minuteMs, endsByMs: nowMs + minuteMs };
  await takeRequestedRun(db, designedOnCall.requestedRun, { prober: "designed-prober", ...times });
  const outcome = {
    result: "failed",
    reason: "transcript_mismatch",
    message: "40.0 % of the words differ; at most 20 % may",
    attempt: 1,
    durationMs: 1900,
    phases: { dns: 12, connect: 30, tls: 45, first_byte: 420, transfer: 1300 },
    measures: {},
    evidenceId: designedOnCall.goodRun,
  } as const;
  await finishRequestedRun(db, designedOnCall.requestedRun, outcome, nowMs - minuteMs);
}
