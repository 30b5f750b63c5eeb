import { expect, test } from "vitest";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import { processorSeconds } from "#service/engine/confinement/processor-time.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import {
  fixtureClip,
  startSpeechService,
  transcriptionForm,
} from "../../support/service/speech-service.ts";

const PAUSE_SECONDS = 1;
const TIMES = 40;

interface Verbose {
  readonly duration: number;
  readonly words: readonly { readonly word: string; readonly start: number }[];
}

test("all processes of a model share the work at a long recording, and its words keep their order and times", async () => {
  await using service = await startSpeechService({ ENGINE_PROCESSES: "2" });
  const clip = await fixtureClip();
  const { samples, sampleRateHz } = parseWav(clip.wav);
  const pause = new Float32Array(PAUSE_SECONDS * sampleRateHz);
  const once = Float32Array.from([...samples, ...pause]);
  const seconds = once.length / sampleRateHz;
  const whole = Float32Array.from(
    { length: TIMES * once.length },
    (_, at) => once[at % once.length]!,
  );
  expect(whole.length / sampleRateHz).toBeGreaterThan(150);

  const transcriber = service.engine.defaultOf("transcription")!;
  const before = await Promise.all(transcriber.pids.map(processorSeconds));
  const answer = await service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(
      Buffer.concat([wavHeader(sampleRateHz, whole.length), toS16le(whole)]),
      {
        model: "transcribe-1",
        response_format: "verbose_json",
        "timestamp_granularities[]": "word",
      },
    ),
  });
  expect(answer.status).toBe(200);
  const { duration, words } = (await answer.json()) as Verbose;
  expect(duration).toBeCloseTo(TIMES * seconds, 1);

  const said = clip.text.replaceAll(/[.,]/g, "").split(" ");
  expect(words.map(({ word }) => word)).toEqual(Array.from({ length: TIMES }, () => said).flat());
  const [first] = words;
  for (let time = 0; time < TIMES; time += 1) {
    const from = time * seconds + first!.start;
    expect(Math.abs(words[time * said.length]!.start - from)).toBeLessThan(0.1);
  }
  const after = await Promise.all(transcriber.pids.map(processorSeconds));
  for (const [at, spent] of after.entries()) expect(spent! - before[at]!).toBeGreaterThan(0.05);
});
