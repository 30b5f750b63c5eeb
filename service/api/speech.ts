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
import { speechEvents } from "../speech/speech-events.ts";
import {
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

/** Audio is not kept for those who ask again, but made again. */
const SPOKEN = { status: 200, body: null };
/** Names the words of a description or direction that say nothing of a voice: each percent-encoded, with commas between. */
const IGNORED_WORDS_HEADER = "x-ignored-words";
/** What clients and proxies surely take. */
const MOST_HEADER_CHARACTERS = 1000;
/** Says that tags were taken out of the input, or entities decoded. */
const REMOVED_MARKUP_HEADER = "x-removed-markup";

/** `POST /v1/audio/speech`: a text becomes audio, sent as it is made. */
export async function speechRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const { drain, engine, guard, idempotency } = services;
  await takeSpeechBodies(app);

  const route = routesOf(app, guard);

  route(speechOperations.createSpeech).answer(async (_input, request, reply) => {
    const startedAtMs = performance.now();
    await using sent = await readSpeechBody(request, SpeechRequestBody, services.receipts);
    const model = findSpeechModel(sent.fields, engine);
    const speech = parseSpeechRequest(sent, model);
    const principal = principalOf(request);
    const accountId = accountIdOf(principal);
    const repeatable = await idempotency.begin(request, accountId, () => contentOf(sent));
    let isSpoken = false;
    endWithReply(reply, repeatable, () => (isSpoken ? SPOKEN : undefined));
    // What was spoken and counted under the same key is spoken again, and not counted.
    const allowance = repeatable.answer === undefined ? allowanceOf(request) : UNCOUNTED;
    if (repeatable.answer !== undefined) void reply.headers(REPLAYED);
    const sources = speechSources(principal, services);
    const signal = endOfWork(reply, drain);
    const asked = { speech, model, sources, allowance, startedAtMs };
    const made = await makeSpeech(asked, reply, services, signal);
    isSpoken = true;
    void reply.headers(audioHeaders(speech));
    if (isWholeWav(speech)) return reply.send(withWavSizes(Buffer.concat(await all(made.bytes))));
    if (speech.output.transport === "audio") {
      return reply.send(Readable.from(made.bytes, { objectMode: false }));
    }
    const { bytes, characters } = made;
    const events = speechEvents(bytes, () => ({ characters, seconds: made.seconds() }));
    await sendEvents(request, reply, events, signal);
    return reply;
  });
}

/** Whether the answer is a WAV file that is soon whole, and therefore sent with its sizes. */
function isWholeWav({ output, characters }: SpeechRequest): boolean {
  const isFile = output.format === "wav" && output.transport === "audio";
  return isFile && characters <= LIMITS.wholeWavCharacters;
}

async function all(pieces: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
  const gathered: Uint8Array[] = [];
  for await (const piece of pieces) gathered.push(piece);
  return gathered;
}

/** What a request asks for, for one who compares it with another. */
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

/** Words as a header has them: the first ones, of long instructions. */
function headerOf(words: readonly string[]): string {
  const [first = "", ...others] = words.map(encodeURIComponent);
  let header = first;
  for (const word of others) {
    if (header.length + word.length >= MOST_HEADER_CHARACTERS) break;
    header += `,${word}`;
  }
  return header;
}
