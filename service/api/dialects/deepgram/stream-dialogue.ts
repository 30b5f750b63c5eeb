import type { ListenServerMessage } from "../../../contract/dialects/deepgram-stream.ts";
import type { ServerMessage } from "../../../contract/sockets/live-stream.ts";
import type { TranscriptWord } from "../../../speech/segments.ts";
import { roundedToMs } from "../../../speech/transcript-formats.ts";
import { alternativeOf, metadataOf, modelInfoOf, type Origin } from "./transcript.ts";

/** Messages and text format that a client has requested. */
interface DialogueSettings {
  /** Whether the text has capital letters and punctuation. */
  readonly isPunctuated: boolean;
  readonly saysSpeechStarted: boolean;
  /** Seconds without a word after which `UtteranceEnd` is sent; undefined if it is never sent. */
  readonly utteranceEndSeconds: number | undefined;
}

interface StreamOrigin extends Omit<Origin, "sha256"> {
  /** Returns the digest of all received audio; called once, at the end. */
  readonly sha256: () => string;
}

/** Index and number of channels; streams are mixed to one. */
const CHANNEL = [0, 1];

/** Translates the messages of a live session into the dialect's, without socket or model. */
export class ListenDialogue {
  readonly #settings: DialogueSettings;
  readonly #origin: StreamOrigin;
  /** Number of words that were sent in segments. */
  #finishedWords = 0;
  /** End of the last segment in seconds, until `UtteranceEnd` was sent for it. */
  #lastWordEnd: number | undefined;
  #isSpeaking = false;
  /** Number of unanswered `Finalize` messages, and whether a segment was sent since the first of them. */
  #finalizing = 0;
  #isFinalized = false;
  #endSeconds = 0;

  constructor(settings: DialogueSettings, origin: StreamOrigin) {
    this.#settings = settings;
    this.#origin = origin;
  }

  /** Records that the client has requested the end of the segment. */
  finalize(): void {
    this.#finalizing += 1;
  }

  /**
   * Translates a message of the session: `words` are those of all segments so far, `openWords` those of a partial transcript.
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
        const end = this.#finishedWords + (message.words?.length ?? 0);
        const own = words.slice(this.#finishedWords, end);
        this.#finishedWords = end;
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

  /** Called when everything before a `Finalize` was sent; if that was nothing, returns an empty result as the answer. */
  flushed(): readonly ListenServerMessage[] {
    const wasFinalized = this.#isFinalized;
    const end = this.#endSeconds;
    const results = wasFinalized ? [] : [this.#results({ start: end, end }, [], true)];
    this.#finalizing = Math.max(0, this.#finalizing - 1);
    this.#isFinalized = false;
    return results;
  }

  /** Returns `UtteranceEnd` if it is due; `seconds` is the time before which no unsent word begins. */
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
