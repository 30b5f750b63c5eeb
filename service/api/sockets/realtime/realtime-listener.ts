import { MINUTE_MS } from "#units/time.ts";
import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "../../../contract/errors.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { read } from "../../../contract/read.ts";
import { nothingLeft } from "../../../contract/schema.ts";
import { RealtimeQuery } from "../../../contract/sockets/realtime.ts";
import type { RealtimeServerEvent } from "../../../contract/sockets/realtime.ts";
import { checkTranscriptionModel } from "../../../speech/transcription-request.ts";
import type { ApiServices } from "../../http/services.ts";
import { toApiError } from "../../http/to-api-error.ts";
import {
  LiveRecognition,
  namesOfModel,
  openLive,
  type LiveOpening,
} from "../live/live-recognition.ts";
import { newId, type Conversation, type SocketKind } from "../open-sockets.ts";
import { recognitionParameters, DEFAULT_CONFIG } from "./config.ts";
import { RealtimeDialogue, type RealtimeEffect } from "./dialogue.ts";
import { errorEvent, eventIdOf, parseClientEvent, parseEventFrame } from "./events.ts";

/** Long, because the dialect has no message that clients could send while nobody speaks. */
const IDLE_MINUTES = 5;

/** Returns the socket kind for live streams in the dialect of the OpenAI realtime API, for transcription only. */
export function realtimeSockets(services: ApiServices): SocketKind {
  return {
    activity: "stream",
    errorText: (error, requestId) => serialiseEvent(errorEvent(error, requestId, null)),
    open: async (opening) => {
      const model = modelOfIntent(opening.query, services.engine.namesOf("transcription"));
      const isFormer = speaksFormerDialect(opening.request.headers);
      const live = await openLive(opening, services, model);
      return new RealtimeListener(live, model, isFormer);
    },
  };
}

/** A live stream in the realtime dialect. */
class RealtimeListener implements Conversation {
  readonly #opening: LiveOpening;
  readonly #dialogue: RealtimeDialogue;
  readonly #recognition: LiveRecognition;
  readonly #idle: NodeJS.Timeout;

  /** `isFormer`: whether the client uses the former version of the dialect. */
  constructor(opening: LiveOpening, model: string, isFormer: boolean) {
    this.#opening = opening;
    this.#dialogue = new RealtimeDialogue({
      identity: {
        id: newId("sess"),
        expires_at: Math.floor(Date.now() / 1000) + LIMITS.audioSeconds,
        partials: opening.model.partials,
      },
      model,
      modelNames: () => namesOfModel(opening),
      isFormer,
      newItemId: () => newId("item"),
    });
    this.#idle = setTimeout(() => this.#onIdle(), IDLE_MINUTES * MINUTE_MS);
    const parameters = recognitionParameters(DEFAULT_CONFIG);
    this.#recognition = new LiveRecognition(opening, parameters, {
      tell: (message) => this.#perform(this.#dialogue.heard(message)),
      flushed: () => this.#perform(this.#dialogue.flushed()),
      failed: (error) => this.#failed(error),
      closed: () => clearTimeout(this.#idle),
    });
    this.#perform(this.#dialogue.created());
  }

  get audioSeconds(): number {
    return this.#recognition.audioSeconds;
  }

  receive(data: Buffer, isBinary: boolean): void {
    this.#idle.refresh();
    let eventId: string | null = null;
    let effects: readonly RealtimeEffect[];
    try {
      const fields = parseEventFrame(data, isBinary);
      eventId = eventIdOf(fields);
      effects = this.#dialogue.receive(parseClientEvent(fields));
    } catch (error) {
      // The session goes on, as clients of the dialect expect.
      return this.#tell(errorEvent(toApiError(error), this.#opening.requestId, eventId));
    }
    try {
      this.#perform(effects);
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
  }

  #onIdle(): void {
    if (this.#recognition.isPaused) return void this.#idle.refresh();
    const message = `The session had no event for ${IDLE_MINUTES} minutes.`;
    this.#recognition.fail(new ApiError("stream_idle_timeout", message));
  }

  #failed(error: ApiError): void {
    this.#opening.onError(error);
    this.#perform(this.#dialogue.failed(error));
    this.#tell(errorEvent(error, this.#opening.requestId, null));
  }

  #perform(effects: readonly RealtimeEffect[]): void {
    for (const effect of effects) this.#performOne(effect);
  }

  #performOne(effect: RealtimeEffect): void {
    switch (effect.type) {
      case "tell":
        return this.#tell(effect.event);
      case "hear":
        return this.#recognition.audio(effect.audio);
      case "change":
        return this.#recognition.change(recognitionParameters(effect.config));
      case "finalize":
        return this.#recognition.finalize();
      case "clear":
        return this.#recognition.clear();
    }
  }

  #tell(event: RealtimeServerEvent): void {
    const { socket } = this.#opening;
    if (socket.readyState === socket.OPEN) socket.send(serialiseEvent(event));
  }
}

/** Writes an event with a new `event_id`. */
function serialiseEvent({ type, ...fields }: RealtimeServerEvent): string {
  return JSON.stringify({ type, event_id: newId("event"), ...fields });
}

/**
 * Returns the name of the model that a session begins with. A client requests transcripts by the intent, or by a model that
 * makes nothing else. Throws ApiError.
 */
function modelOfIntent(query: URLSearchParams, models: readonly string[]): string {
  const { intent, model, ...rest } = read(RealtimeQuery, Object.fromEntries(query));
  nothingLeft(rest);
  if (model !== undefined) {
    checkTranscriptionModel(model, models);
    return model;
  }
  if (intent !== undefined) return DEFAULT_CONFIG.model;
  const message = 'intent is missing; it has to be "transcription".';
  throw new ApiError("invalid_request", message, "intent");
}

/** Returns whether the client uses the former version of the dialect, as a header or, from browsers, a subprotocol shows. */
function speaksFormerDialect(headers: IncomingHttpHeaders): boolean {
  const beta = String(headers["openai-beta"] ?? "");
  const subprotocols = headers["sec-websocket-protocol"] ?? "";
  return beta.includes("realtime=v1") || subprotocols.includes("openai-beta.realtime-v1");
}
