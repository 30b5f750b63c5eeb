import { bytesPerSample } from "../../../engine/audio/sample-decoder.ts";
import { ApiError } from "../../../contract/errors.ts";
import { usageOf } from "../../../speech/transcript-formats.ts";
import type { MessageSegment, ServerMessage } from "../../../contract/sockets/live-stream.ts";
import {
  DEFAULT_CONFIG,
  formerSessionDescription,
  sessionDescription,
  updatedConfig,
  type RealtimeConfig,
  type SessionIdentity,
} from "./config.ts";
import type { RealtimeServerEvent } from "../../../contract/sockets/realtime.ts";
import { DeltaWriter } from "./delta-writer.ts";
import { itemOf, type ClientEvent } from "./events.ts";

/** An action that the dialogue requests; actions are carried out in order. */
export type RealtimeEffect =
  | { readonly type: "tell"; readonly event: RealtimeServerEvent }
  | { readonly type: "hear"; readonly audio: Buffer }
  | { readonly type: "change"; readonly config: RealtimeConfig }
  /** Ends the segments of the audio received so far, and then calls `flushed`. */
  | { readonly type: "finalize" }
  /** Discards what belongs to no segment yet. */
  | { readonly type: "clear" };

export interface DialogueSettings {
  readonly identity: SessionIdentity;
  /** Name of the session's model, and the names that an update may use for it. */
  readonly model: string;
  modelNames(): readonly string[];
  /** Whether the client uses the former version of the dialect. */
  readonly isFormer: boolean;
  newItemId(): string;
}

/** A part of the audio that gets its own transcript. */
interface Utterance {
  readonly id: string;
  readonly deltas: DeltaWriter;
  readonly texts: string[];
  /** Duration of its audio. */
  seconds: number;
}

/**
 * Translates a live session into the realtime dialect: parts of the audio become items, each with its transcript.
 *
 * Knows no socket, clock or model; every method takes an event and returns the actions to carry out.
 */
export class RealtimeDialogue {
  readonly #settings: DialogueSettings;
  #config: RealtimeConfig;
  /** The part that is being spoken or not committed yet. */
  #open: Utterance | undefined;
  /** Parts that the client has committed and whose transcripts are not complete yet. */
  readonly #committed: Utterance[] = [];
  #previousItemId: string | null = null;
  #uncommittedSeconds = 0;
  #lastEndMs = 0;

  constructor(settings: DialogueSettings) {
    this.#settings = settings;
    this.#config = { ...DEFAULT_CONFIG, model: settings.model };
  }

  get config(): RealtimeConfig {
    return this.#config;
  }

  created(): readonly RealtimeEffect[] {
    return [this.#session("created", this.#settings.isFormer)];
  }

  /** Handles an event of the client; throws ApiError, after which the dialogue can go on. */
  receive(event: ClientEvent): readonly RealtimeEffect[] {
    switch (event.type) {
      case "session.update":
      case "transcription_session.update":
        this.#config = updatedConfig(event.session, this.#config, this.#settings.modelNames());
        return [
          { type: "change", config: this.#config },
          this.#session("updated", event.type === "transcription_session.update"),
        ];
      case "input_audio_buffer.append": {
        const { format, sampleRate } = this.#config;
        const bytesPerSecond = bytesPerSample(format.encoding) * sampleRate;
        this.#uncommittedSeconds += event.audio.length / bytesPerSecond;
        return [{ type: "hear", audio: event.audio }];
      }
      case "input_audio_buffer.commit":
        return this.#commit();
      case "input_audio_buffer.clear":
        this.#open = undefined;
        this.#uncommittedSeconds = 0;
        return [{ type: "clear" }, tell({ type: "input_audio_buffer.cleared" })];
    }
  }

  heard(message: ServerMessage): readonly RealtimeEffect[] {
    switch (message.type) {
      case "speech.started":
        return this.#speechStarted(message.at * 1000);
      case "transcript.partial": {
        const utterance = this.#current();
        return delta(utterance, utterance.deltas.partial(message.text));
      }
      case "transcript.segment":
        return this.#segment(message);
      case "transcript.final":
        return this.#final();
      case "session.started":
      // The dialect has no event for it; the close code reports it.
      case "session.ending":
      case "speech.stopped":
      case "error":
        return [];
    }
  }

  /** Called when the transcript of the oldest committed part is complete. */
  flushed(): readonly RealtimeEffect[] {
    const utterance = this.#committed.shift();
    return utterance === undefined ? [] : completed(utterance);
  }

  /** Called when the session fails: committed parts get no transcript. */
  failed({ body: error }: ApiError): readonly RealtimeEffect[] {
    return this.#committed.splice(0).map(({ id }) =>
      tell({
        type: "conversation.item.input_audio_transcription.failed",
        item_id: id,
        content_index: 0,
        error,
      }),
    );
  }

  #session(what: "created" | "updated", isFormer: boolean): RealtimeEffect {
    const { identity } = this.#settings;
    return isFormer
      ? tell({
          type: `transcription_session.${what}`,
          session: formerSessionDescription(identity, this.#config),
        })
      : tell({ type: `session.${what}`, session: sessionDescription(identity, this.#config) });
  }

  #commit(): readonly RealtimeEffect[] {
    if (this.#uncommittedSeconds === 0) {
      throw new ApiError("input_audio_buffer_commit_empty");
    }
    const utterance = this.#takeOpen();
    this.#committed.push(utterance);
    return [...this.#announce(utterance), { type: "finalize" }];
  }

  #speechStarted(atMs: number): readonly RealtimeEffect[] {
    const { turnDetection } = this.#config;
    if (turnDetection === null || this.#committed.length > 0) return [];
    const startMs = Math.max(this.#lastEndMs, Math.round(atMs) - turnDetection.prefixPaddingMs);
    const { id } = this.#current();
    const started = { audio_start_ms: startMs, item_id: id };
    return [tell({ type: "input_audio_buffer.speech_started", ...started })];
  }

  #segment({ start, end, text }: MessageSegment): readonly RealtimeEffect[] {
    const utterance = this.#current();
    utterance.texts.push(text);
    this.#lastEndMs = Math.round(end * 1000);
    const rest = delta(utterance, utterance.deltas.complete(text));
    if (this.#config.turnDetection === null || this.#committed.length > 0) return rest;
    this.#takeOpen().seconds = end - start;
    const stopped = { audio_end_ms: this.#lastEndMs, item_id: utterance.id };
    return [
      tell({ type: "input_audio_buffer.speech_stopped", ...stopped }),
      ...this.#announce(utterance),
      ...rest,
      ...completed(utterance),
    ];
  }

  /** Completes all parts at the end of the session, also those that were not committed. */
  #final(): readonly RealtimeEffect[] {
    const effects = this.#committed.splice(0).flatMap(completed);
    if (this.#open === undefined || this.#open.texts.length === 0) return effects;
    const utterance = this.#takeOpen();
    return [...effects, ...this.#announce(utterance), ...completed(utterance)];
  }

  /** Returns the part that words belong to now. */
  #current(): Utterance {
    const first = this.#committed[0];
    if (first !== undefined) return first;
    this.#open ??= this.#newUtterance();
    return this.#open;
  }

  #newUtterance(): Utterance {
    return { id: this.#settings.newItemId(), deltas: new DeltaWriter(), texts: [], seconds: 0 };
  }

  #takeOpen(): Utterance {
    const utterance = this.#open ?? this.#newUtterance();
    utterance.seconds = this.#uncommittedSeconds;
    this.#open = undefined;
    this.#uncommittedSeconds = 0;
    return utterance;
  }

  #announce({ id }: Utterance): readonly RealtimeEffect[] {
    const place = { previous_item_id: this.#previousItemId };
    this.#previousItemId = id;
    const item = { ...place, item: itemOf(id) };
    const committed = tell({ type: "input_audio_buffer.committed", ...place, item_id: id });
    if (this.#settings.isFormer) {
      return [committed, tell({ type: "conversation.item.created", ...item })];
    }
    return [
      committed,
      tell({ type: "conversation.item.added", ...item }),
      tell({ type: "conversation.item.done", ...item }),
    ];
  }
}

function tell(event: RealtimeServerEvent): RealtimeEffect {
  return { type: "tell", event };
}

function delta({ id }: Utterance, text: string): readonly RealtimeEffect[] {
  if (text === "") return [];
  return [
    tell({
      type: "conversation.item.input_audio_transcription.delta",
      item_id: id,
      content_index: 0,
      delta: text,
    }),
  ];
}

function completed({ id, texts, seconds }: Utterance): readonly RealtimeEffect[] {
  return [
    tell({
      type: "conversation.item.input_audio_transcription.completed",
      item_id: id,
      content_index: 0,
      transcript: texts.join(" "),
      usage: usageOf(seconds),
    }),
  ];
}
