import { JSON_TYPE } from "#runtime/content-types.ts";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  elevenlabsOperations as operations,
  IGNORED_SETTINGS,
  OUTPUT_CODECS,
  type ElevenLabsSpeechBody,
  type SpeechQuery,
  type TimedSpeech,
} from "../../../contract/dialects/elevenlabs.ts";
import type { Sent } from "../../../contract/schema.ts";
import { AUDIO_FORMATS } from "../../../engine/audio/encoding/audio-formats.ts";
import type { SpokenWord } from "../../../engine/model/model.ts";
import {
  spokenCharacters,
  writtenCharacters,
  type TimedCharacters,
} from "../../../speech/spoken-characters.ts";
import { audioDocument } from "../../http/audio-document.ts";
import { routesOf } from "../../http/routes.ts";
import type { ApiServices } from "../../http/services.ts";
import { checkLanguage, refuseUnsupportedFields } from "../shared/vendor-fields.ts";
import { speakRequest } from "../shared/requested-speech.ts";
import { synthesizerFor } from "../shared/stand-ins.ts";

/** The dialect's names for fields of the service. */
const NAMES = {
  voice: "voice_id",
  input: "text",
  model: "model_id",
  sample_rate: "output_format",
  speed: "voice_settings",
};

interface Input {
  readonly query: Sent<typeof SpeechQuery>;
  readonly body: Sent<typeof ElevenLabsSpeechBody>;
  readonly params: { readonly id: string };
}

/** Registers `POST /v1/text-to-speech/{voice}`, as audio or with the time of each character, complete or streamed. */
export async function speechRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const route = routesOf(app, services.guard);

  for (const operation of [operations.elevenlabsSpeak, operations.elevenlabsStream] as const) {
    route(operation).answer(async (input, request, reply) => {
      const { made, contentType } = await begin(input, request, reply);
      return reply.type(contentType).send(Readable.from(made.bytes, { objectMode: false }));
    });
  }

  route(operations.elevenlabsTimedSpeech).answer(async (input, request, reply) => {
    const words: SpokenWord[] = [];
    const { made } = await begin(input, request, reply, (some) => words.push(...some));
    const document = audioDocument("audio_base64", made.bytes, () =>
      alignments(input.body.text, made.said.text, words),
    );
    return reply.type(JSON_TYPE).send(Readable.from(document, { objectMode: false }));
  });

  route(operations.elevenlabsTimedStream).answer(async (input, request, reply) => {
    const words: SpokenWord[] = [];
    const { made } = await begin(input, request, reply, (some) => words.push(...some));
    async function* lines(): AsyncGenerator<string> {
      for await (const piece of made.bytes) {
        if (piece.length > 0) yield lineOf({ audio: piece, alignment: UNTIMED });
      }
      const alignment = alignments(input.body.text, made.said.text, words);
      yield lineOf({ audio: new Uint8Array(0), alignment });
    }
    return reply.type(JSON_TYPE).send(Readable.from(lines(), { objectMode: false }));
  });

  async function begin(
    { query, body, params }: Input,
    request: FastifyRequest,
    reply: FastifyReply,
    spoken?: (words: readonly SpokenWord[]) => void,
  ) {
    const { language_code, apply_text_normalization, voice_settings = {}, ...said } = body;
    checkLanguage(language_code, "language_code");
    refuseUnsupportedFields(
      ["apply_text_normalization", "pronunciation_dictionary_locators"],
      (name) =>
        name === "apply_text_normalization"
          ? String(apply_text_normalization === "off")
          : JSON.stringify(said.pronunciation_dictionary_locators ?? []),
    );
    const { format, sampleRate } = outputOf(query.output_format);
    const requested = {
      vendor: "elevenlabs",
      model: synthesizerFor(said.model_id),
      voice: params.id,
      text: said.text,
      format,
      sampleRate,
      speed: voice_settings.speed ?? 1,
      seed: said.seed,
      ...(spoken !== undefined && { spoken }),
    } as const;
    const answer = await speakRequest(requested, NAMES, request, reply, services);
    const ignored = IGNORED_SETTINGS.filter((name) => voice_settings[name] !== undefined);
    if (ignored.length > 0) {
      void reply.header(
        "x-ignored-fields",
        ignored.map((name) => `voice_settings.${name}`).join(","),
      );
    }
    void reply.header("request-id", request.id);
    return { ...answer, contentType: AUDIO_FORMATS[format].contentType(sampleRate) };
  }
}

/** Reads `codec_rate` or `codec_rate_bitrate`, as listed by the contract. */
function outputOf(name: string) {
  const [codec = "", rate = ""] = name.split("_");
  return { format: OUTPUT_CODECS[codec as keyof typeof OUTPUT_CODECS], sampleRate: Number(rate) };
}

type Timed = Sent<typeof TimedSpeech>;
type Alignments = Pick<Timed, "alignment" | "normalized_alignment">;

const UNTIMED: Alignments = { alignment: null, normalized_alignment: null };

/** Returns when the characters of a text are spoken; null if the model reported no words. */
function alignments(written: string, spoken: string, words: readonly SpokenWord[]): Alignments {
  if (words.length === 0) return UNTIMED;
  return {
    alignment: alignmentOf(writtenCharacters(written, spoken, words)),
    normalized_alignment: alignmentOf(spokenCharacters(spoken, words)),
  };
}

function alignmentOf({ characters, startSeconds, endSeconds }: TimedCharacters) {
  return {
    characters,
    character_start_times_seconds: startSeconds,
    character_end_times_seconds: endSeconds,
  };
}

function lineOf({ audio, alignment }: { readonly audio: Uint8Array; alignment: Alignments }) {
  const line: Timed = { audio_base64: Buffer.from(audio).toString("base64"), ...alignment };
  return `${JSON.stringify(line)}\n`;
}
