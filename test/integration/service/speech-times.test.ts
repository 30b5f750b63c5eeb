import { beforeAll, expect, test } from "vitest";
import {
  sharedSpeechService,
  speechRequest,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
const BYTES_PER_SECOND = 2 * 24_000;

let service: SharedSpeechService;
let voice: string;
beforeAll(async () => {
  service = await sharedSpeechService();
  const answer = await service.call("/v1/voices?type=builtin");
  const { data } = (await answer.json()) as { data: { id: string; model: string }[] };
  voice = data.find(({ model }) => model === "synth-v2")!.id;
}, STARTING_MS);

interface Timed {
  readonly start: number;
  readonly end: number;
}

interface Times {
  readonly words: readonly (Timed & { readonly word: string })[];
  readonly characters: readonly (Timed & { readonly character: string })[];
}

const TEXT = "Saat 14.30'da görüşelim. Sonra (belki) 25 kişi gelir.";
const ask = (fields: Readonly<Record<string, unknown>>) => {
  const body = { voice, input: TEXT, response_format: "pcm", ...fields };
  return service.call("/v1/audio/speech", speechRequest(body));
};

function expectTimes({ words, characters }: Times, text: string, seconds: number): void {
  expect(words.map(({ word }) => word)).toEqual(text.split(" "));
  expect(characters.map(({ character }) => character).join("")).toBe(text);
  for (const list of [words, characters]) {
    for (const [at, { start, end }] of list.entries()) {
      expect(start).toBeGreaterThanOrEqual(list[at - 1]?.end ?? 0);
      expect(end).toBeGreaterThanOrEqual(start);
    }
    expect(list.at(-1)!.end).toBeLessThanOrEqual(seconds);
  }
  expect(words.at(-1)!.end).toBeGreaterThan(seconds * 0.7);
}

const BOTH = { timestamp_granularities: ["word", "character"] };

test("a document has the audio, its times and the usage", async () => {
  const answer = await ask({ ...BOTH, stream_format: "json" });
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const { audio, usage, ...times } = (await answer.json()) as Times & {
    audio: string;
    usage: { characters: number; seconds: number };
  };
  const seconds = Buffer.from(audio, "base64").length / BYTES_PER_SECOND;
  expect(usage).toMatchObject({ type: "characters", characters: TEXT.length });
  expect(usage.seconds).toBeCloseTo(seconds, 2);
  expectTimes(times, TEXT, seconds);
  const plain = await ask({ stream_format: "json" });
  expect(Object.keys((await plain.json()) as object)).toEqual(["audio", "usage"]);
});

test("events have them between the audio and the usage", async () => {
  const stream = await (await ask({ ...BOTH, stream_format: "sse" })).text();
  const events = [...stream.matchAll(/^data: (.*)$/gmu)].map(
    ([, data = ""]) => JSON.parse(data) as { type: string } & Times,
  );
  expect(events.slice(-2).map(({ type }) => type)).toEqual([
    "speech.audio.timestamps",
    "speech.audio.done",
  ]);
  const { usage } = events.at(-1) as unknown as { usage: { seconds: number } };
  expectTimes(events.at(-2)!, TEXT, usage.seconds);
});

test("times of an SSML document are those of its text, with its breaks", async () => {
  const input = 'Bir <break time="2s"/> <sub alias="iki kere iki">2x2</sub> dört.';
  const answer = await ask({ ...BOTH, stream_format: "json", input_type: "ssml", input });
  const { words } = (await answer.json()) as Times;
  expect(words.map(({ word }) => word)).toEqual(["Bir", "2x2", "dört."]);
  expect(words[1]!.start - words[0]!.end).toBeCloseTo(2, 1);
});

test("audio alone has no place for them", async () => {
  const answer = await ask(BOTH);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    error: { param: "timestamp_granularities", message: /needs stream_format sse or json/ },
  });
});

test("the socket has those of each sentence, from the start of its audio", async () => {
  using client = await openStream(service.url, {
    path: "/v1/audio/speech/stream",
    credential: service.key,
  });
  client.say({ type: "config", voice, ...BOTH });
  client.say({ type: "text.append", text: "Bir iki. Üç dört." });
  client.say({ type: "text.flush" });
  const flushed = await client.message("audio.flushed");
  const timestamps = client.messages.filter(({ type }) => type === "audio.timestamps");
  const words = timestamps.flatMap((message) => (message as unknown as Times).words);
  expect(words.map(({ word }) => word)).toEqual(["Bir", "iki.", "Üç", "dört."]);
  for (const [at, { start, end }] of words.entries()) {
    expect(start).toBeGreaterThanOrEqual(words[at - 1]?.end ?? 0);
    expect(end).toBeGreaterThan(start);
  }
  expect(words.at(-1)!.end).toBeLessThanOrEqual(Number(flushed["seconds"]));
});
