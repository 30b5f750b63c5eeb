import { appendFile, cp, readFile } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { parseMonitorFile } from "../../../probes/monitor-file/read.ts";
import { startProber } from "../../../probes/prober.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { recordRuns } from "../../../probes/results/recorder.ts";
import { storeConfiguration } from "../../../probes/monitor-file/configuration-store.ts";
import { runCheck } from "../../../probes/run/run-check.ts";
import { minuteMs, startMs, statusesNow } from "../../support/probes/scripted-probing.ts";
import { projectRoot } from "../../support/program.ts";
import { startSpeechService } from "../../support/service/speech-service.ts";
import { toneModel, waveformModel } from "../../support/service/waveform-model.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** The voice hums, and nobody could understand it: it is examined without, beside a bundled one that is heard. */
const HUMMING = [
  "      - id: tts-own-voice",
  "        kind: synthesis",
  "        period_seconds: 120",
  "        timeout_seconds: 30",
  "        url: ${TTS_URL}/v1/audio/speech",
  "        model: tone",
  "        voice: ayla",
  "        sample_rate_hz: 16000",
  "      - id: tts-round-trip\n",
].join("\n");

/** The runtime takes the likeliest letters: a wrong one makes a wrong word more often than with the bundled letter model. */
const WITHOUT_LETTER_MODEL = 0.8;

test("every component is operational with a recogniser and a voice of one's own", async () => {
  await using models = await temporaryDirectory("models");
  await waveformModel(models.path, "transcribe-1");
  await toneModel(models.path, "tone", { default: false });
  await cp(
    path.join(projectRoot, "service/small-models/synth-v2"),
    path.join(models.path, "synth-v2"),
    {
      recursive: true,
    },
  );
  await using service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
  const file = path.join(projectRoot, "monitor.yaml");
  const text = (await readFile(file, "utf8"))
    .replace("models: [synth-v2, synth-v1]", "models: [synth-v2, tone]")
    .replaceAll("max_word_error_ratio: 0.4", `max_word_error_ratio: ${WITHOUT_LETTER_MODEL}`)
    .replace("      - id: tts-round-trip\n", HUMMING);
  const configuration = parseMonitorFile(file, text, {
    BASE_URL: service.url,
    PUBLIC_URL: service.url,
    TTS_URL: service.url,
    STATUS_URL: "http://127.0.0.1:8090",
  });
  await using data = await temporaryDataDirectory("status");
  const status = await openStatusDatabase({ url: undefined, dataDirectory: data.path });
  const prober = await startProber({
    db: status.db,
    configuration,
    apiKey: service.key,
    account: { email: service.email, password: service.password },
    location: "local",
    dataDirectory: data.path,
    metrics: new ProberMetrics("local"),
    log: pino({ enabled: false }),
  });
  try {
    await prober.idle();
    const failed = await status.db
      .selectFrom("observations")
      .select(["check_id", "result", "reason", "message"])
      .where("result", "!=", "ok")
      .execute();
    expect(failed).toEqual([]);
    const statuses = await statusesNow(status.db);
    expect(Object.keys(statuses)).toHaveLength(7);
    expect(new Set(Object.values(statuses))).toEqual(new Set(["operational"]));
  } finally {
    await prober.stop();
    await status.close();
  }
});

/** A component that a broken model takes away, and one that it leaves a part of. */
const AFFECTED = `
page: { id: speech, name: { en: Speech }, url: "http://127.0.0.1:8090", time_zone: Europe/Istanbul }
groups: []
controls: []
components:
  - id: stt-file
    name: { en: File transcription }
    checks:
      - id: stt-file-round-trip
        kind: transcription
        url: \${BASE_URL}/v1/audio/transcriptions
        clip: fixtures/audio/clip.wav
        text: fixtures/audio/clip.txt
        max_word_error_ratio: 0.8
  - id: tts
    name: { en: Speech synthesis }
    checks:
      - { id: tts-health, kind: health, url: "\${BASE_URL}/health/synth", models: [tone, other] }
`;

test("a broken model of one's own takes its component down, or a part of it, and one line says why", async () => {
  await using models = await temporaryDirectory("models");
  const recogniser = await waveformModel(models.path, "transcribe-1");
  await toneModel(models.path, "tone");
  const other = await toneModel(models.path, "other", { default: false });
  for (const folder of [recogniser, other]) await appendFile(path.join(folder, "tokens.txt"), "?");
  await using service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
  const file = path.join(projectRoot, "monitor.yaml");
  const configuration = parseMonitorFile(file, AFFECTED, { BASE_URL: service.url });
  await using data = await temporaryDataDirectory("status");
  const status = await openStatusDatabase({ url: undefined, dataDirectory: data.path });
  try {
    await storeConfiguration(status.db, configuration, startMs);
    for (const { id: checkId, ...check } of configuration.checks) {
      const attempts = await runCheck({ id: checkId, ...check }, startMs, {
        apiKey: service.key,
        stallWatch: { longestSince: () => 0 },
        now: () => startMs,
        wait: async () => undefined,
        stopping: new AbortController().signal,
      });
      const observations = attempts.map(({ observation }) => observation);
      // A verdict needs several slots; what is found is the same in each.
      for (const slot of [0, 1, 2]) {
        const slotMs = startMs + slot * check.periodMs;
        const times = { startedAtMs: slotMs };
        const run = {
          checkId,
          periodMs: check.periodMs,
          location: "here",
          prober: "prober",
          slotMs,
        };
        const shifted = observations.map((observation) => ({ ...observation, ...times }));
        await recordRuns(status.db, [{ ...run, attempts: shifted }], slotMs + minuteMs / 2);
      }
    }
    expect(await statusesNow(status.db)).toEqual({
      "stt-file": "major_outage",
      tts: "degraded_performance",
    });
    const rows = await status.db.selectFrom("observations").select(["reason", "message"]).execute();
    const messages = rows.map(({ reason, message }) => `${reason}: ${message}`);
    const lines = new Set(messages.map((line) => line.replace(/, request \S+$/, "")));
    const cannot = "The model transcribe-1 cannot be used; the service's log says why.";
    expect([...lines].toSorted()).toEqual([
      `model_degraded: GET ${service.url}/health/synth: other is degraded`,
      `model_loading: POST ${service.url}/v1/audio/transcriptions: status 503 instead of 200 (model_loading: ${cannot})`,
    ]);
  } finally {
    await status.close();
  }
});
