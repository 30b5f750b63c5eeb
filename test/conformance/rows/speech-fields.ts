import { itemsNamed } from "../interface/items.ts";
import { matches, same, that } from "../mismatch.ts";
import { formOf, spokenFor } from "../recordings.ts";
import { expectRefusal } from "../refusal.ts";
import { works, type Row } from "../row.ts";
import type { Json } from "../service-client.ts";
import { isAudio, PRONUNCIATIONS, SPEECH, speech, spoken, succeeded, VOICE } from "./asking.ts";

/** What each format begins with, and its type. */
const FORMATS: Readonly<Record<string, readonly [type: RegExp, magic: RegExp]>> = {
  mp3: [/^audio\/mpeg/, /^(ID3|\xff[\xe2-\xff])/],
  opus: [/^audio\/(ogg|opus)/, /^OggS/],
  aac: [/^audio\/aac/, /^\xff[\xf0-\xf9]/],
  flac: [/^audio\/flac/, /^fLaC/],
  wav: [/^audio\/wav/, /^RIFF[^]{4}WAVE/],
  pcm: [/^audio\/pcm; rate=24000; channels=1$/, /^[^]{1000}/],
};
const BYTES_PER_SAMPLE = 2;
const recording = spokenFor(4);

/** Makes a row whose title begins with the name of the field. */
function field(title: string, check: Row["check"]): Row {
  const [name = ""] = title.split(":");
  return works("fields", `speech, ${title}`, check, itemsNamed(`speech: ${name}`));
}

/** Part 2, synthesis request. */
export const SPEECH_FIELDS: readonly Row[] = [
  field("input: is spoken", async (context) => {
    const { headers, body } = await spoken(context, { response_format: "pcm" });
    const seconds = body.length / BYTES_PER_SAMPLE / Number(headers["x-sample-rate"]);
    that("seconds", seconds > 0.2, "more than 0.2", seconds);
  }),
  field("model: synth-v2 is the default, at 48000 Hz", async (context) => {
    same("x-sample-rate", (await spoken(context)).headers["x-sample-rate"], "48000");
  }),
  ...(
    [
      ["synth-v2", 48_000],
      ["synth-v1", 24_000],
    ] as const
  ).map(([model, rate]) =>
    field(`model: ${model} speaks at ${rate} Hz`, async (context) => {
      const { headers, body } = await spoken(context, { model, response_format: "wav" });
      same("x-sample-rate", headers["x-sample-rate"], String(rate));
      same("rate in the header of the file", body.readUInt32LE(24), rate);
    }),
  ),
  field("voice: by name, or as an object with its id", async (context) => {
    await spoken(context, { voice: { id: VOICE } });
  }),
  field("voice: is required without description and recording", async (context) => {
    expectRefusal(await speech(context, { voice: undefined }), {
      code: "invalid_request",
      param: "voice",
    });
  }),
  field("voice_description: designs a voice", async (context) => {
    await spoken(context, { voice: undefined, voice_description: "kalın sesli yaşlı bir erkek" });
  }),
  field("instructions: change how it is spoken", async (context) => {
    const plain = await spoken(context, { response_format: "pcm" });
    const slow = await spoken(context, { response_format: "pcm", instructions: "çok yavaş" });
    that(
      "length",
      slow.body.length > plain.body.length,
      `more than ${plain.body.length} bytes`,
      slow.body.length,
    );
  }),
  field("instructions: a leading (…) of input directs synth-v2", async (context) => {
    const plain = await spoken(context, { response_format: "pcm" });
    const slow = await spoken(context, { response_format: "pcm", input: "(çok yavaş) Merhaba." });
    that(
      "length",
      slow.body.length > plain.body.length,
      `more than ${plain.body.length} bytes`,
      slow.body.length,
    );
  }),
  ...[recording.toString("base64"), `data:audio/wav;base64,${recording.toString("base64")}`].map(
    (reference_audio, index) =>
      field(
        `reference_audio: ${index === 0 ? "base64" : "a data URL"} is cloned`,
        async (context) => {
          await spoken(context, { voice: undefined, reference_audio, consent: true });
        },
      ),
  ),
  field("consent: with reference_audio, as a form", async ({ client }) => {
    const form = formOf({ input: "Merhaba.", consent: "true", reference_audio: recording });
    isAudio(await client.ask(SPEECH, { form }));
  }),
  field("pronunciations: entries of the request win, [] is none", async (context) => {
    const { client } = context;
    const input = "NATO";
    const preview = async (pronunciations: unknown) =>
      succeeded(
        await client.ask(`${PRONUNCIATIONS}/preview`, { json: { input, pronunciations } }),
        200,
      ).json["text"];
    same("text", await preview([{ word: "nato", alias: "kuzey paktı" }]), "kuzey paktı");
    same("text", await preview([]), "NATO");
    await spoken(context, { input, pronunciations: [{ word: "nato", alias: "kuzey paktı" }] });
  }),
  field("pronunciations: ids of entries", async (context) => {
    const { client } = context;
    const made = succeeded(
      await client.ask(PRONUNCIATIONS, { json: { word: "ABD", alias: "amerika" } }),
      201,
    );
    const id = String(made.json["id"]);
    const json = { input: "ABD", pronunciations: [id] };
    const preview = succeeded(await client.ask(`${PRONUNCIATIONS}/preview`, { json }), 200);
    same("text", preview.json["text"], "amerika");
    succeeded(await client.ask(`${PRONUNCIATIONS}/${id}`, { method: "DELETE" }), 200);
  }),
  ...Object.entries(FORMATS).map(([format, [type, magic]]) =>
    field(`response_format: ${format}`, async (context) => {
      const { headers, body } = await spoken(context, { response_format: format });
      matches("content-type", headers["content-type"], type);
      matches("first bytes", body.toString("latin1", 0, 1000), magic);
      same("x-audio-channels", headers["x-audio-channels"], "1");
    }),
  ),
  field("response_format: mp3 is the default, others are refused", async (context) => {
    matches("content-type", (await spoken(context)).headers["content-type"], /^audio\/mpeg/);
    const answer = await speech(context, { response_format: "ogg" });
    expectRefusal(answer, { code: "invalid_request", param: "response_format" });
  }),
  field("speed: 0.25 to 4", async (context) => {
    const slow = await spoken(context, { speed: 0.25, response_format: "pcm" });
    const fast = await spoken(context, { speed: 4, response_format: "pcm" });
    that(
      "length",
      slow.body.length > 2 * fast.body.length,
      `over twice ${fast.body.length}`,
      slow.body.length,
    );
    for (const speed of [0.2, 4.1]) {
      expectRefusal(await speech(context, { speed }), { code: "invalid_request", param: "speed" });
    }
  }),
  field("sample_rate: another than the native", async (context) => {
    const { headers } = await spoken(context, { sample_rate: 16_000, response_format: "pcm" });
    matches("content-type", headers["content-type"], /rate=16000/);
    const answer = await speech(context, { sample_rate: 5 });
    expectRefusal(answer, { code: "invalid_request", param: "sample_rate" });
  }),
  field("stream_format: sse", async (context) => {
    const { headers, body } = await spoken(context, {
      stream_format: "sse",
      response_format: "pcm",
    });
    matches("content-type", headers["content-type"], /^text\/event-stream/);
    const events = eventsOf(body);
    const types = new Set(events.map(({ type }) => type));
    same("events", [...types], ["speech.audio.delta", "speech.audio.done"]);
    that("usage", events.at(-1)?.["usage"] !== undefined, "usage in the last event", events.at(-1));
  }),
];

/** The data of server-sent events. */
export function eventsOf(body: Buffer): readonly Json[] {
  const lines = body.toString("utf8").split("\n");
  const data = lines.filter((line) => line.startsWith("data: {"));
  return data.map((line) => JSON.parse(line.slice("data: ".length)) as Json);
}
