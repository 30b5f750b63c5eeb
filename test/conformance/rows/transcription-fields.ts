import { itemsNamed, type InterfaceItem } from "../interface/items.ts";
import { matches, same, that } from "../mismatch.ts";
import { CLIP, CLIP_WORD, formOf } from "../recordings.ts";
import { expectRefusal } from "../refusal.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Answer, Json } from "../service-client.ts";
import { succeeded, TRANSCRIPTIONS } from "./asking.ts";
import { eventsOf } from "./speech-fields.ts";

type Fields = Readonly<Record<string, string | Buffer>>;

const FORMATS: Readonly<Record<string, readonly [type: RegExp, body: RegExp]>> = {
  json: [/^application\/json/, /^\{"text":"[^]*"usage":\{"type":"duration","seconds":[\d.]+\}\}$/],
  verbose_json: [
    /^application\/json/,
    /"task":"transcribe","language":"turkish","duration":[\d.]+/,
  ],
  text: [/^text\/plain/, /^\S[^\n]*\n$/],
  srt: [/^application\/x-subrip/, /^1\r?\n00:00:0\d,\d{3} --> 00:00:\d\d,\d{3}\r?\n/],
  vtt: [/^text\/vtt/, /^WEBVTT\r?\n/],
};

/** Makes a row whose title begins with the name of the field. */
function field(title: string, check: Row["check"], sees: readonly InterfaceItem[] = []): Row {
  const [name = ""] = title.split(":");
  const items = [...itemsNamed(`transcription: ${name}`), ...sees];
  return works("fields", `transcription, ${title}`, check, items);
}

async function ask({ client }: RowContext, fields: Fields = {}): Promise<Answer> {
  return client.ask(TRANSCRIPTIONS, {
    form: formOf({ model: "transcribe-1", file: CLIP, ...fields }),
  });
}

async function heard(context: RowContext, fields: Fields = {}): Promise<Answer> {
  const answer = succeeded(await ask(context, fields), 200);
  matches("text", answer.body.toString("utf8"), CLIP_WORD);
  return answer;
}

/** Part 2, transcription request. */
export const TRANSCRIPTION_FIELDS: readonly Row[] = [
  field("file: is heard; usage in seconds", async (context) => {
    const { json } = await heard(context);
    same("fields", Object.keys(json), ["text", "usage"]);
    same("usage", (json["usage"] as Json)["type"], "duration");
  }),
  field(
    "model: transcribe-1",
    async (context) => void (await heard(context, { model: "transcribe-1" })),
    ["transcription model: transcribe-1"],
  ),
  field(
    "model: the compatibility alias",
    async (context) => void (await heard(context, { model: context.compatModel })),
    ["transcription model: the compatibility alias"],
  ),
  ...Object.entries(FORMATS).map(([format, [type, pattern]]) =>
    field(`response_format: ${format}`, async (context) => {
      const { headers, body } = await heard(context, { response_format: format });
      matches("content-type", headers["content-type"], type);
      matches("body", body.toString("utf8"), pattern);
    }),
  ),
  field("response_format: verbose_json of Turkish has no warnings", async (context) => {
    const { json } = await heard(context, { response_format: "verbose_json" });
    same("warnings", json["warnings"], undefined);
  }),
  field("response_format: every field of a segment of verbose_json", async (context) => {
    const { json } = await heard(context, { response_format: "verbose_json" });
    const [segment = {}] = json["segments"] as readonly Json[];
    same("segment", Object.keys(segment), [
      "id",
      "seek",
      "start",
      "end",
      "text",
      "tokens",
      "temperature",
      "avg_logprob",
      "compression_ratio",
      "no_speech_prob",
    ]);
    same("words", json["words"], undefined);
  }),
  ...["timestamp_granularities[]", "timestamp_granularities"].map((name) =>
    field(`${name}: words with their times`, async (context) => {
      const { json } = await heard(context, { response_format: "verbose_json", [name]: "word" });
      const words = json["words"] as readonly Json[];
      same("word", Object.keys(words[0] ?? {}), ["word", "start", "end"]);
    }),
  ),
  ...["0", "1"].map((temperature) =>
    field(
      `temperature: ${temperature} is taken`,
      async (context) => void (await heard(context, { temperature })),
    ),
  ),
  field(
    "language: tr is taken",
    async (context) => void (await heard(context, { language: "tr" })),
  ),
  field(
    "prompt: is taken",
    async (context) => void (await heard(context, { prompt: "toplantı, kahve" })),
  ),
  field(
    "unknown fields are ignored",
    async (context) => void (await heard(context, { shade: "blue" })),
  ),
  field("stream: true sends the text as events", async (context) => {
    const { headers, body } = await heard(context, { stream: "true" });
    matches("content-type", headers["content-type"], /^text\/event-stream/);
    const events = eventsOf(body);
    same(
      "events",
      [...new Set(events.map(({ type }) => type))],
      ["transcript.text.delta", "transcript.text.done"],
    );
    const deltas = events
      .filter(({ type }) => type === "transcript.text.delta")
      .map(({ delta }) => delta);
    that("deltas", deltas.join("") === events.at(-1)?.["text"], "the whole text together", deltas);
  }),
  field("stream: neither true nor false is refused", async (context) => {
    expectRefusal(await ask(context, { stream: "perhaps" }), {
      code: "invalid_request",
      param: "stream",
    });
  }),
];
