import type { ListenServerMessage } from "../../../contract/dialects/deepgram-stream.ts";
import type { ServerMessage } from "../../../contract/sockets/live-stream.ts";
import type { TranscriptWord } from "../../../speech/segments.ts";
import { roundedToMs } from "../../../speech/transcript-formats.ts";
import { alternativeOf, metadataOf, modelInfoOf, type Origin } from "./transcript.ts";

/** What a client wants to hear. */
interface DialogueSettings {
  /** Whether the text has capitals and marks. */
  readonly isPunctuated: boolean;
  readonly saysSpeechStarted: boolean;
  /** Seconds without a word after which an utterance has ended; undefined where nobody is told. */
  readonly utteranceEndSeconds: number | undefined;
}

interface StreamOrigin extends Omit<Origin, "sha256"> {
  /** Of all audio that came; asked for once, at the end. */
  readonly sha256: () => string;
}

/** Streams are mixed to one channel: the first of one. */
const CHANNEL = [0, 1];

/** Puts what a live session tells into the words of the dialect, without socket or model. */
export class ListenDialogue {
  readonly #settings: DialogueSettings;
  readonly #origin: StreamOrigin;
  /** How many words of the segments were told of. */
  #toldWords = 0;
  /** Where the last segment ended, until that an utterance has ended with it was told. */
  #lastWordEnd: number | undefined;
  #isSpeaking = false;
  /** How many `Finalize` have not been answered, and whether something was told since the first of them. */
  #finalizing = 0;
  #isFinalized = false;
  #endSeconds = 0;

  constructor(settings: DialogueSettings, origin: StreamOrigin) {
    this.#settings = settings;
    this.#origin = origin;
  }

  /** A client asks for the segment to end now. */
  finalize(): void {
    this.#finalizing += 1;
  }

  /**
   * Puts a message of the session into those of the dialect: `words` are those of all segments so far, `openWords` those of a partial
   * transcript.
   */
  heard(
    message: ServerMessage,
    words: readonly TranscriptWord[],
    openWords: readonly TranscriptWord[],
  ): readonly ListenServerMessage[] {
    switch (message.type) {
      case "speech.started":
        this.#isSpeaking = true;
        this.#lastWordEnd = undefined;
        return this.#settings.saysSpeechStarted
          ? [{ type: "SpeechStarted", channel: CHANNEL, timestamp: message.at }]
          : [];
      case "transcript.partial":
        return [this.#results(message, openWords, false)];
      case "transcript.segment": {
        const end = this.#toldWords + (message.words?.length ?? 0);
        const own = words.slice(this.#toldWords, end);
        this.#toldWords = end;
        this.#isSpeaking = false;
        this.#lastWordEnd = message.end;
        this.#isFinalized = this.#finalizing > 0;
        return [this.#results(message, own, true)];
      }
      case "transcript.final": {
        const { sha256, ...origin } = this.#origin;
        const { duration, warnings } = message;
        const metadata = metadataOf({ ...origin, sha256: sha256() }, duration);
        return [{ type: "Metadata", ...metadata, ...(warnings !== undefined && { warnings }) }];
      }
      case "error":
      case "session.ending":
      case "session.started":
      case "speech.stopped":
        return [];
    }
  }

  /** All that came before a `Finalize` was told; where that was nothing, it is answered all the same. */
  flushed(): readonly ListenServerMessage[] {
    const wasTold = this.#isFinalized;
    const end = this.#endSeconds;
    const told = wasTold ? [] : [this.#results({ start: end, end }, [], true)];
    this.#finalizing = Math.max(0, this.#finalizing - 1);
    this.#isFinalized = false;
    return told;
  }

  /** No word that was not told of begins before so many seconds. */
  heardUntil(seconds: number): readonly ListenServerMessage[] {
    const { utteranceEndSeconds } = this.#settings;
    const end = this.#lastWordEnd;
    if (utteranceEndSeconds === undefined || end === undefined || this.#isSpeaking) return [];
    if (seconds - end < utteranceEndSeconds) return [];
    this.#lastWordEnd = undefined;
    return [{ type: "UtteranceEnd", channel: CHANNEL, last_word_end: end }];
  }

  #results(
    { start, end }: { readonly start: number; readonly end: number },
    words: readonly TranscriptWord[],
    isFinal: boolean,
  ): ListenServerMessage {
    const { requestId, model } = this.#origin;
    const fromFinalize = isFinal && this.#finalizing > 0;
    this.#endSeconds = end;
    return {
      type: "Results",
      channel_index: CHANNEL,
      start,
      duration: roundedToMs(end - start),
      is_final: isFinal,
      speech_final: isFinal && !fromFinalize,
      from_finalize: fromFinalize,
      channel: { alternatives: [alternativeOf(words, this.#settings)] },
      metadata: { request_id: requestId, model_uuid: model.id, model_info: modelInfoOf(model) },
    };
  }
}
