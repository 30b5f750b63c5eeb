import { JSON_TYPE } from "#runtime/content-types.ts";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { UNCOUNTED } from "../access/quota/allowance.ts";
import { AUDIO_FORMATS, type AudioFormat } from "../engine/audio/encoding/audio-formats.ts";
import { endOfWork } from "./http/end-of-work.ts";
import { accountIdOf } from "../access/authenticate.ts";
import { allowanceOf, principalOf } from "../access/guard.ts";
import { digestOf } from "./http/idempotency-fingerprint.ts";
import { endWithReply, REPLAYED } from "./http/idempotency.ts";
import { makeSpeech } from "./http/made-speech.ts";
import { sendEvents } from "./http/send-events.ts";
import { speechSources } from "../speech/speak.ts";
import { speechEvents, speechUsage } from "../speech/speech-events.ts";
import { asksTimes, spokenTimes } from "../speech/speech-times.ts";
import type { SpokenWord } from "../engine/model/model.ts";
import { audioDocument } from "./http/audio-document.ts";
import {
  checkTimes,
  findSpeechModel,
  parseSpeechRequest,
  type SentSpeechRequest,
  type SpeechRequest,
} from "../speech/speech-request.ts";
import { SpeechRequestBody, speechOperations } from "../contract/speech.ts";
import { LIMITS } from "../contract/limits.ts";
import { withWavSizes } from "../engine/audio/wav-writer.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";
import { readSpeechBody, takeSpeechBodies } from "./http/speech-body.ts";

/** Stored answer: audio is not kept, but made again for a repeated request. */
const SPOKEN = { status: 200, body: null };
/**
 * Header with the words of a description or direction that say nothing about a voice, percent-encoded and separated by commas.
 */
const IGNORED_WORDS_HEADER = "x-ignored-words";
/** Length that clients and proxies certainly accept. */
const MAX_HEADER_CHARACTERS = 1000;
/** Header that reports that tags were removed from the input, or entities decoded. */
const REMOVED_MARKUP_HEADER = "x-removed-markup";

/** Registers `POST /v1/audio/speech`, which synthesizes a text and streams the audio. */
export async function speechRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const { drain, engine, guard, idempotency } = services;
  await takeSpeechBodies(app);

  const route = routesOf(app, guard);

  route(speechOperations.createSpeech).answer(async (_input, request, reply) => {
    const startedAtMs = performance.now();
    await using sent = await readSpeechBody(request, SpeechRequestBody, services.receipts);
    const model = findSpeechModel(sent.fields, engine);
    const speech = parseSpeechRequest(sent, model);
    checkTimes(speech);
    const principal = principalOf(request);
    const accountId = accountIdOf(principal);
    const repeatable = await idempotency.begin(request, accountId, () => contentOf(sent));
    let isSpoken = false;
    endWithReply(reply, repeatable, () => (isSpoken ? SPOKEN : undefined));
    // A repeated request with the same key is spoken again, but not counted again.
    const allowance = repeatable.answer === undefined ? allowanceOf(request) : UNCOUNTED;
    if (repeatable.answer !== undefined) void reply.headers(REPLAYED);
    const sources = speechSources(principal, services);
    const signal = endOfWork(reply, drain);
    const { times, transport } = speech.output;
    const words: SpokenWord[] = [];
    const spoken = asksTimes(times)
      ? (some: readonly SpokenWord[]) => void words.push(...some)
      : undefined;
    const requested = { speech, model, sources, allowance, startedAtMs, spoken };
    const made = await makeSpeech(requested, reply, services, signal);
    isSpoken = true;
    void reply.headers(audioHeaders(speech));
    if (isWholeWav(speech)) return reply.send(withWavSizes(Buffer.concat(await all(made.bytes))));
    if (transport === "audio") {
      return reply.send(Readable.from(made.bytes, { objectMode: false }));
    }
    const ended = () => ({
      usage: speechUsage(made.characters, made.seconds()),
      ...(asksTimes(times) && { times: spokenTimes(speech.text, made.said.text, words, times) }),
    });
    if (transport === "json") {
      const rest = () => {
        const { usage, times: timings } = ended();
        return { ...timings, usage };
      };
      const document = Readable.from(audioDocument("audio", made.bytes, rest), {
        objectMode: false,
      });
      return reply.type(JSON_TYPE).send(document);
    }
    const events = speechEvents(made.bytes, ended);
    await sendEvents(request, reply, events, signal);
    return reply;
  });
}

/** Returns whether the response is a WAV file that is soon complete, and therefore sent with its sizes. */
function isWholeWav({ output, characters }: SpeechRequest): boolean {
  const isFile = output.format === "wav" && output.transport === "audio";
  return isFile && characters <= LIMITS.wholeWavCharacters;
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const gathered: Uint8Array[] = [];
  for await (const piece of pieces) gathered.push(piece);
  return gathered;
}

/** Returns the content of a request, to compare it with another one. */
async function contentOf({ fields, referenceFile }: SentSpeechRequest): Promise<unknown> {
  const recording = referenceFile === undefined ? null : await digestOf(referenceFile.read());
  return { fields, recording };
}

function audioHeaders({
  output,
  voice,
  hadMarkup,
}: SpeechRequest): Readonly<Record<string, string>> {
  const format: AudioFormat = AUDIO_FORMATS[output.format];
  const { ignoredWords } = voice;
  return {
    "content-type": format.contentType(output.sampleRate),
    "x-sample-rate": String(output.sampleRate),
    "x-audio-channels": "1",
    ...(hadMarkup && { [REMOVED_MARKUP_HEADER]: "true" }),
    ...(ignoredWords.length > 0 && {
      [IGNORED_WORDS_HEADER]: headerOf(ignoredWords),
    }),
  };
}

/** Writes words as a header value; of long instructions only the first ones. */
function headerOf(words: readonly string[]): string {
  const [first = "", ...others] = words.map(encodeURIComponent);
  let header = first;
  for (const word of others) {
    if (header.length + word.length >= MAX_HEADER_CHARACTERS) break;
    header += `,${word}`;
  }
  return header;
}
