import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { expect, test } from "vitest";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { ProberMetrics } from "../../../probes/metrics/prober-metrics.ts";
import { parseMonitorFile } from "../../../probes/monitor-file/read.ts";
import { startProber } from "../../../probes/prober.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { statusesNow } from "../../support/probes/scripted-probing.ts";
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
  await cp(path.join(projectRoot, "service/models/synth-v2"), path.join(models.path, "synth-v2"), {
    recursive: true,
  });
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
