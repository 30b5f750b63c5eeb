import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect } from "vitest";
import { toS16le, wavHeader } from "#service/engine/audio/wav-writer.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { textDistance } from "#word-errors/text-distance.ts";
import { projectRoot } from "../../support/program.ts";
import {
  speechRequest,
  sharedSpeechService,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { longTest, shortTest } from "../../support/lengths.ts";

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

async function transcribe(wav: Uint8Array, prompt: string): Promise<string> {
  const answer = await service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(wav, { model: "transcribe-1", prompt }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { text: string }).text;
}

/** A sentence in a voice of the service, beside a loud fan. */
async function spokenInNoise(input: string, voice: string): Promise<Buffer> {
  const answer = await service.call(
    "/v1/audio/speech",
    speechRequest({ model: "synth-v1", voice, input, response_format: "wav" }),
  );
  const { samples, sampleRateHz } = parseWav(Buffer.from(await answer.arrayBuffer()));
  let seed = 3;
  const noisy = samples.map((sample) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return sample + 0.04 * (seed / 2 ** 31 - 1);
  });
  return Buffer.concat([wavHeader(sampleRateHz, noisy.length), toS16le(noisy)]);
}

/** Names that no sentence of the training has, as they are written behind an ending. */
const NAMES = [
  { prompt: "Zıvarık", sentence: "Yarın Zıvarık'tan geçeceğiz.", written: "Zıvarık'tan" },
  {
    prompt: "Hüngür Holding",
    sentence: "Bugün Hüngür Holding açıklama yaptı.",
    written: "Hüngür Holding",
  },
  { prompt: "Gölcez", sentence: "Annem Gölcez'e taşındı.", written: "Gölcez'e" },
  { prompt: "Vefiköy", sentence: "Toplantı Vefiköy'de olacak.", written: "Vefiköy'de" },
  { prompt: "Tırgazi", sentence: "Paketi Tırgazi getirdi.", written: "Tırgazi" },
  { prompt: "Ödünsu", sentence: "Elektrikler Ödünsu'da kesildi.", written: "Ödünsu'da" },
  { prompt: "Karbeyli", sentence: "Sınıfta Karbeyli birinci oldu.", written: "Karbeyli" },
  { prompt: "Nüzhetpaşa", sentence: "Otobüs Nüzhetpaşa'dan kalkıyor.", written: "Nüzhetpaşa'dan" },
] as const;

/** A clip whose name is heard as it is written with a prompt, and not without. */
async function nameHeardByPromptAlone() {
  for (const { prompt, sentence, written } of NAMES) {
    const clip = await spokenInNoise(sentence, "emre");
    const expected = await transcribe(clip, prompt);
    const without = await transcribe(clip, "");
    if (expected.includes(written) && !without.includes(written)) return { clip, prompt, expected };
  }
  throw new Error("no name is heard by its prompt alone");
}

describe("prompt", () => {
  longTest("rare names are heard, and written as the prompt spells them", async () => {
    const without: string[] = [];
    const withPrompt: string[] = [];
    for (const [at, { prompt, sentence, written }] of NAMES.entries()) {
      const clip = await spokenInNoise(sentence, ["emre", "ayla"][at % 2]!);
      if ((await transcribe(clip, "")).includes(written)) without.push(written);
      const heard = await transcribe(clip, `Sözlük: ${prompt}, Merzifon, İdil`);
      if (heard.includes(written)) withPrompt.push(written);
    }
    expect(withPrompt.length).toBeGreaterThanOrEqual(NAMES.length - 2);
    expect(without.length).toBeLessThanOrEqual(withPrompt.length - 3);
  });

  shortTest.each(["clip", "order", "weather"])(
    "words that nobody says change nothing in %s",
    async (name) => {
      const folder = path.join(projectRoot, "fixtures/audio");
      const wav = await readFile(path.join(folder, `${name}.wav`));
      const text = await readFile(path.join(folder, `${name}.txt`), "utf8");
      const names = NAMES.map(({ prompt }) => prompt).join(", ");
      const wrong = async (prompt: string) =>
        textDistance(text, await transcribe(wav, prompt)).wordErrorRatio;
      expect(await wrong(names)).toBeLessThanOrEqual(await wrong(""));
    },
  );

  shortTest("a live stream takes one too, in its address and in its config", async () => {
    const { clip, prompt, expected } = await nameHeardByPromptAlone();
    const { sampleRateHz } = parseWav(clip);
    for (const isInAddress of [true, false]) {
      const query = { sample_rate: String(sampleRateHz), ...(isInAddress ? { prompt } : {}) };
      using client = await openStream(service.url, { credential: service.key, query });
      if (!isInAddress) client.socket.send(JSON.stringify({ type: "config", prompt }));
      client.socket.send(clip.subarray(clip.indexOf("data") + 8));
      client.socket.send(JSON.stringify({ type: "end" }));
      expect((await client.message("transcript.final"))["text"]).toBe(expected);
    }
  });
});
