import { createHash } from "node:crypto";
import {
  DEEPGRAM_FILES_ONLY,
  DEEPGRAM_ONLY,
  RAW_ENCODINGS,
} from "../../../contract/dialects/deepgram.ts";
import {
  LISTEN_CLIENT_MESSAGES,
  listenError,
  ListenStreamQuery,
  type ListenServerMessage,
} from "../../../contract/dialects/deepgram-stream.ts";
import { ApiError } from "../../../contract/errors.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { read, readFrame, readMessage } from "../../../contract/read.ts";
import type { Sent } from "../../../contract/schema.ts";
import { MIN_ENDPOINTING_MS, StreamParameters } from "../../../contract/sockets/live-stream.ts";
import { AudioError } from "../../../engine/audio/audio-error.ts";
import { DECODED_OPUS } from "../../../engine/audio/streamed/opus-decoder.ts";
import {
  ContainedAudio,
  opusPackets,
  type StreamedAudio,
} from "../../../engine/audio/streamed/streamed-audio.ts";
import type { WavFormat } from "../../../engine/audio/wav-format.ts";
import { checkWordTimes } from "../../../speech/transcription-request.ts";
import type { ApiServices } from "../../http/services.ts";
import {
  LiveRecognition,
  openLive,
  type LiveOpening,
  type RecognitionParameters,
} from "../../sockets/live/live-recognition.ts";
import { SlowReader } from "../../sockets/live/slow-reader.ts";
import type { Conversation, SocketKind } from "../../sockets/open-sockets.ts";
import {
  checkLanguage,
  noSpeakers,
  promptOf,
  refuseUnsupportedFields,
} from "../shared/vendor-fields.ts";
import { transcriberFor } from "../shared/stand-ins.ts";
import { noSampleRate, SAMPLE_ENCODINGS } from "./recording-format.ts";
import { ListenDialogue } from "./stream-dialogue.ts";

type Query = Sent<typeof ListenStreamQuery>;

/** Returns the socket kind for live streams of Deepgram's API. */
export function deepgramSockets(services: ApiServices): SocketKind {
  return {
    activity: "stream",
    errorText: (error, requestId) => JSON.stringify(listenError(error, requestId)),
    open: async (opening) => {
      const { query: sent } = opening;
      refuseUnsupportedFields([...DEEPGRAM_ONLY, ...DEEPGRAM_FILES_ONLY], (name) =>
        sent.getAll(name),
      );
      const query = read(ListenStreamQuery, valuesOf(sent), { asText: true });
      checkLanguage(query.language, "language");
      const model = transcriberFor("deepgram", query.model, services.engine);
      checkWordTimes(model, "model");
      if (query.diarize) throw noSpeakers({ id: "A live stream" }, "diarize");
      const input = inputOf(query);
      const live = await openLive(opening, services, model.id);
      return new ListenStream(live, query, input);
    },
  };
}

/** Audio input of a stream: raw samples, or `audio` that is decoded first. */
interface Input {
  readonly format: WavFormat;
  readonly audio: StreamedAudio | undefined;
}

function inputOf({ encoding, sample_rate: sampleRate, channels }: Query): Input {
  if (encoding === "opus") return { format: DECODED_OPUS, audio: opusPackets() };
  const raw = RAW_ENCODINGS.find((name) => name === encoding);
  if (raw === undefined) return { format: DECODED_OPUS, audio: new ContainedAudio() };
  if (sampleRate === undefined) throw noSampleRate(raw);
  return { format: { encoding: SAMPLE_ENCODINGS[raw], sampleRate, channels }, audio: undefined };
}

/** A live stream of Deepgram's API. */
class ListenStream implements Conversation {
  readonly #reader: SlowReader;
  readonly #recognition: LiveRecognition;
  readonly #dialogue: ListenDialogue;
  readonly #idle: NodeJS.Timeout;
  readonly #audio: StreamedAudio | undefined;
  readonly #hash = createHash("sha256");
  #parameters: RecognitionParameters;

  constructor(opening: LiveOpening, query: Query, { format, audio }: Input) {
    this.#audio = audio;
    this.#parameters = parametersOf(query, format);
    this.#reader = new SlowReader(opening.socket);
    this.#idle = setTimeout(() => this.#onIdle(), LIMITS.idleSocketSeconds * 1000);
    this.#dialogue = new ListenDialogue(
      {
        isPunctuated: query.punctuate || query.smart_format,
        saysSpeechStarted: query.vad_events,
        utteranceEndSeconds:
          query.utterance_end_ms === undefined ? undefined : query.utterance_end_ms / 1000,
      },
      {
        requestId: opening.requestId,
        createdAt: new Date(),
        model: opening.model,
        sha256: () => this.#hash.digest("hex"),
      },
    );
    this.#recognition = new LiveRecognition(opening, this.#parameters, {
      tell: (message) => {
        const recognition = this.#recognition;
        const isLatest = message.type === "transcript.partial";
        const openWords = isLatest ? recognition.openWords : [];
        const messages = this.#dialogue.heard(message, recognition.words, openWords);
        for (const one of messages) this.#send(one, isLatest);
      },
      flushed: () => this.#sendAll(this.#dialogue.flushed()),
      heardUntil: (seconds) => this.#sendAll(this.#dialogue.heardUntil(seconds)),
      failed: (error) => {
        opening.onError(error);
        this.#send(listenError(error, opening.requestId));
      },
      closed: () => clearTimeout(this.#idle),
    });
  }

  get audioSeconds(): number {
    return this.#recognition.audioSeconds;
  }

  receive(data: Buffer, isBinary: boolean): void {
    this.#idle.refresh();
    try {
      if (!isBinary) return this.#message(data.toString("utf8"));
      // Older clients end with an empty frame.
      if (data.length === 0) return this.#recognition.end();
      this.#hash.update(data);
      this.#hear(data);
    } catch (error) {
      this.#recognition.fail(error);
    }
  }

  shutdown(): void {
    this.#recognition.shutdown();
  }

  fail(error: ApiError): void {
    this.#recognition.fail(error);
  }

  breakOff(): void {
    this.#recognition.breakOff();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle);
    this.#recognition[Symbol.dispose]();
    this.#audio?.[Symbol.dispose]();
  }

  #hear(data: Buffer): void {
    if (this.#audio === undefined) return this.#recognition.audio(data);
    const samples = samplesOf(this.#audio, data);
    if (samples === undefined) return;
    const { bytes, format } = samples;
    const { encoding, sampleRate, channels } = this.#parameters;
    const isSame =
      format.encoding === encoding &&
      format.sampleRate === sampleRate &&
      format.channels === channels;
    if (!isSame) {
      this.#parameters = { ...this.#parameters, ...format };
      this.#recognition.change(this.#parameters);
    }
    this.#recognition.audio(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  #message(text: string): void {
    switch (readMessage(LISTEN_CLIENT_MESSAGES, readFrame(text)).type) {
      case "Finalize":
        this.#dialogue.finalize();
        return this.#recognition.finalize();
      case "CloseStream":
        return this.#recognition.end();
      case "KeepAlive":
    }
  }

  #onIdle(): void {
    // A client that is not read from cannot show that it is alive.
    if (this.#recognition.isPaused) this.#idle.refresh();
    else this.#recognition.end(new ApiError("stream_idle_timeout"));
  }

  #sendAll(messages: readonly ListenServerMessage[]): void {
    for (const message of messages) this.#send(message);
  }

  #send(message: ListenServerMessage, isLatest = false): void {
    const text = JSON.stringify(message);
    if (isLatest) this.#reader.sendLatest(text);
    else this.#reader.send(text);
  }
}

function parametersOf(query: Query, format: WavFormat): RecognitionParameters {
  return {
    ...format,
    interimResults: query.interim_results,
    endpointingMs: endpointingMsOf(query.endpointing),
    words: true,
    withConfidence: false,
    withFigures: query.smart_format || query.numerals,
    prompt: promptOf(query.keyterm, query.keywords),
  };
}

function endpointingMsOf(sent: string | undefined): number {
  if (sent === "false") return Infinity;
  if (sent === undefined || sent === "true") return read(StreamParameters, {}).endpointing_ms;
  return Math.max(MIN_ENDPOINTING_MS, Number(sent));
}

function samplesOf(audio: StreamedAudio, data: Buffer) {
  try {
    return audio.push(data);
  } catch (error) {
    // An error about a frame names no field, unlike one about a file.
    if (error instanceof AudioError) throw new ApiError(error.code, error.message);
    throw error;
  }
}

/** Returns the values of query parameters; repeated ones as lists. */
function valuesOf(query: URLSearchParams): Readonly<Record<string, string | string[]>> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [first = "", ...others] = query.getAll(name);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
}
