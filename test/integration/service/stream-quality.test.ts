import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect } from "vitest";
import { runsLong, longTest, shortTest as test } from "../../support/lengths.ts";
import { toS16le } from "#service/engine/audio/wav-writer.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { textDistance } from "#word-errors/text-distance.ts";
import { projectRoot } from "../../support/program.ts";
import {
  speechRequest,
  sharedSpeechService,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream, type StreamClient } from "../../support/service/stream-client.ts";

/** Sentences that the voices take in turn. */
const SENTENCES = [
  "Sabah erkenden kalkıp sahilde uzun bir yürüyüş yaptık.",
  "Toplantı saat on dörtte üçüncü kattaki salonda başlayacak.",
  "Siparişiniz kargoya verildi, yarın öğleden sonra elinizde olur.",
  "Hava akşama doğru serinleyecek, yanınıza mont alın.",
  "Bu ürünün fiyatı iki yüz elli liradan yüz doksana düştü.",
  "Ankara'dan İstanbul'a giden tren yirmi dakika gecikmeli.",
  "Annem pazardan domates, biber ve patlıcan almış.",
  "Lütfen kimliğinizi ve randevu numaranızı hazır bulundurun.",
  "Dün gece elektrikler kesilince mum ışığında oturduk.",
  "Çocuklar bahçede top oynarken komşunun camını kırdılar.",
  "Doktor günde iki kez aç karnına almamı söyledi.",
  "Yeni açılan kütüphanede her konuda kitap bulabilirsiniz.",
  "Uçağınız on dokuz numaralı kapıdan hareket edecektir.",
  "Bize en yakın eczane köşeyi dönünce sağda.",
  "Kırmızı ışıkta geçtiği için ceza ödemek zorunda kaldı.",
  "Bu akşam sinemaya gidelim mi, yoksa evde mi kalalım?",
];
const FIXTURES = ["clip", "order", "weather"];
const CLIPS = 33;
/** Bytes of a frame, none a round number of samples for long. */
const FRAME_BYTES = [1, 333, 1601, 4099, 12_345, 64_001];

interface Clip {
  readonly text: string;
  readonly wav: Buffer;
}

let service: SharedSpeechService;
let clips: readonly Clip[];
beforeAll(async () => {
  service = await sharedSpeechService();
  clips = [...(await fixtureClips()), ...(runsLong ? await spokenClips() : [])];
}, 240_000);

function fixtureClips(): Promise<readonly Clip[]> {
  const folder = path.join(projectRoot, "fixtures/audio");
  return Promise.all(
    FIXTURES.map(async (name) => ({
      wav: await readFile(path.join(folder, `${name}.wav`)),
      text: await readFile(path.join(folder, `${name}.txt`), "utf8"),
    })),
  );
}

async function spokenClips(): Promise<readonly Clip[]> {
  const list = await service.call("/v1/voices?type=builtin");
  const { data } = (await list.json()) as { data: { id: string; models: string[] }[] };
  const speakers = data.flatMap(({ id, models }) => models.map((model) => ({ id, model })));
  const spoken: Clip[] = [];
  for (let at = 0; at < CLIPS - FIXTURES.length; at += 1) {
    const { id: voice, model } = speakers[at % speakers.length]!;
    const input = SENTENCES[at % SENTENCES.length]!;
    const fields = { input, voice, model, response_format: "wav" };
    const answer = await service.call("/v1/audio/speech", speechRequest(fields));
    expect(answer.status).toBe(200);
    spoken.push({ text: input, wav: Buffer.from(await answer.arrayBuffer()) });
  }
  return spoken;
}

async function fileText(wav: Buffer): Promise<string> {
  const answer = await service.call("/v1/audio/transcriptions", {
    method: "POST",
    body: transcriptionForm(wav),
  });
  return ((await answer.json()) as { text: string }).text;
}

const open = (query: Readonly<Record<string, string>>) =>
  openStream(service.url, { credential: service.key, query });

const end = (client: StreamClient) => client.socket.send(JSON.stringify({ type: "end" }));

/** Sends samples as fast as the socket takes them, in frames of odd sizes. */
function send(client: StreamClient, samples: Float32Array, frameBytes = FRAME_BYTES): void {
  const bytes = toS16le(samples);
  for (let at = 0, frame = 0; at < bytes.length; frame += 1) {
    const length = frameBytes[frame % frameBytes.length]!;
    client.socket.send(bytes.subarray(at, at + length));
    at += length;
  }
}

async function streamText(wav: Buffer): Promise<string> {
  const { samples, sampleRateHz } = parseWav(wav);
  using client = await open({ sample_rate: String(sampleRateHz) });
  send(client, samples);
  end(client);
  return (await client.message("transcript.final"))["text"] as string;
}

/** Joins the fixture clips, with a second of silence before, between and behind them. */
function joined(): Float32Array {
  const parts = clips.slice(0, FIXTURES.length).map(({ wav }) => parseWav(wav).samples);
  const silence = new Float32Array(16_000);
  return Float32Array.from(
    [silence, ...parts.flatMap((part) => [part, silence])].flatMap((part) => [...part]),
  );
}

/** Milliseconds of digital silence between words, in the order in which they come. */
const PAUSES_MS = [300, 120, 700, 200, 150, 500, 240, 350];
/** Pauses are measured on the 10 ms grid of the model's features. */
const GRID_MS = 10;
const SAMPLES_PER_MS = 16;

interface Pause {
  readonly startMs: number;
  readonly endMs: number;
}

/** Whole phrases of the fixture clips with silences of known length between them. */
function phrasesAndPauses(): { readonly samples: Float32Array; readonly pauses: readonly Pause[] } {
  const clip = Float32Array.from(parseWav(clips[0]!.wav).samples);
  const cut = (fromMs: number, toMs: number) =>
    clip.subarray(fromMs * SAMPLES_PER_MS, toMs * SAMPLES_PER_MS);
  // In the middle of the clip's own pauses.
  const phrases = [cut(0, 1050), cut(1050, 5100), cut(5100, Infinity)].map(withoutSilence);
  const parts = [new Float32Array(1000 * SAMPLES_PER_MS)];
  const pauses: Pause[] = [];
  for (const [at, ms] of [...PAUSES_MS, 1000].entries()) {
    parts.push(phrases[at % phrases.length]!);
    const startMs = parts.reduce((sum, { length }) => sum + length, 0) / SAMPLES_PER_MS;
    if (at < PAUSES_MS.length) pauses.push({ startMs, endMs: startMs + ms });
    parts.push(new Float32Array(ms * SAMPLES_PER_MS));
  }
  return { samples: Float32Array.from(parts.flatMap((part) => [...part])), pauses };
}

function withoutSilence(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const sounds = (sample: number) => Math.abs(sample) > 0.003;
  return samples.subarray(samples.findIndex(sounds), samples.findLastIndex(sounds) + 1);
}

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

async function segmentsOf(
  samples: Float32Array,
  endpointingMs: number,
  frameBytes: number[],
): Promise<readonly Segment[]> {
  using client = await open({ endpointing_ms: String(endpointingMs), interim_results: "false" });
  send(client, samples, frameBytes);
  end(client);
  const final = await client.message("transcript.final");
  return final["segments"] as readonly Segment[];
}

/** Words without case and marks, which depend on where segments end. */
function lettersOf(segments: readonly Segment[]): string {
  const text = segments.map((segment) => segment.text).join(" ");
  return text.toLocaleLowerCase("tr").replaceAll(/[.,?!]/g, "");
}

describe("a live stream", () => {
  longTest(
    `hears of ${CLIPS} clips what the file endpoint hears`,
    async () => {
      let words = 0;
      let differing = 0;
      let wrong = 0;
      for (const { text, wav } of clips) {
        const [file, stream] = [await fileText(wav), await streamText(wav)];
        const count = file.split(" ").length;
        words += count;
        differing += count * textDistance(file, stream).wordErrorRatio;
        wrong += count * textDistance(text, stream).wordErrorRatio;
      }
      expect(words).toBeGreaterThan(200);
      expect(differing / words).toBeLessThanOrEqual(0.01);
      // Two transcripts of noise would agree as well.
      expect(wrong / words).toBeLessThanOrEqual(0.15);
    },
    240_000,
  );

  test("tells at least every 300 ms of audio what is being said", async () => {
    using client = await open({ endpointing_ms: "500" });
    send(client, joined());
    end(client);
    await client.message("transcript.final");
    const gaps: number[] = [];
    let last: number | undefined;
    for (const message of client.messages) {
      if (message.type === "transcript.partial") {
        const heardUntil = message["end"] as number;
        if (last !== undefined) gaps.push(heardUntil - last);
        last = heardUntil;
      }
      // What follows may be a pause.
      if (message.type === "transcript.segment") last = undefined;
    }
    expect(gaps.length).toBeGreaterThan(50);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0.3);
  });

  test("ends a segment at each pause, with its times, and starts again behind it", async () => {
    using client = await open({ endpointing_ms: "700" });
    const samples = joined();
    send(client, samples);
    end(client);
    const final = await client.message("transcript.final");
    const segments = final["segments"] as readonly { start: number; end: number; text: string }[];
    expect(segments.length).toBeGreaterThanOrEqual(FIXTURES.length);
    const types = client.messages.map(({ type }) => type);
    const edges = types.filter((type) => type.startsWith("speech."));
    expect(edges).toEqual(segments.flatMap(() => ["speech.started", "speech.stopped"]));
    const times = segments.flatMap(({ start, end: until }) => [start, until]);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(times[0]).toBeGreaterThan(0.7);
    expect(times.at(-1)).toBeLessThan(samples.length / 16_000 - 0.7);
  });

  longTest(
    "endpointing_ms ends a segment at every pause that is as long, at no shorter one, and loses no letter, whatever the frames",
    async () => {
      const { samples, pauses } = phrasesAndPauses();
      const whole = lettersOf(await segmentsOf(samples, 10_000, FRAME_BYTES));
      for (const endpointingMs of [100, 150, 200, 300, 500, 710]) {
        const first = await segmentsOf(samples, endpointingMs, FRAME_BYTES);
        for (const bytes of [640, 64_000]) {
          expect(await segmentsOf(samples, endpointingMs, [bytes])).toEqual(first);
        }
        expect(lettersOf(first)).toBe(whole);
        const long = pauses.filter(({ startMs, endMs }) => endMs - startMs >= endpointingMs);
        const gaps = first
          .slice(1)
          .map(({ start }, at) => ({ startMs: first[at]!.end * 1000, endMs: start * 1000 }));
        expect({ endpointingMs, splits: gaps.length }).toEqual({
          endpointingMs,
          splits: long.length,
        });
        for (const [at, gap] of gaps.entries()) {
          expect(Math.abs(gap.startMs - long[at]!.startMs)).toBeLessThanOrEqual(2 * GRID_MS);
          const error = gap.endMs - gap.startMs - (long[at]!.endMs - long[at]!.startMs);
          expect(Math.abs(error)).toBeLessThanOrEqual(GRID_MS);
        }
      }
    },
  );

  test("says nothing where nobody speaks, and is not asked to by finalize", async () => {
    let seed = 11;
    const hiss = Float32Array.from({ length: 6 * 16_000 }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return 0.1 * (seed / 2 ** 31 - 1);
    });
    using client = await open({});
    send(client, hiss.subarray(0, 48_000));
    client.socket.send(JSON.stringify({ type: "finalize" }));
    send(client, hiss.subarray(48_000));
    end(client);
    expect(await client.message("transcript.final")).toMatchObject({
      text: "",
      segments: [],
      duration: 6,
    });
    expect(client.messages.map(({ type }) => type)).toEqual([
      "session.started",
      "transcript.final",
    ]);
  });
});
