import { randomUUID } from "node:crypto";
import { LIMITS } from "../../../contract/limits.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { ServerMessage } from "../../../contract/sockets/live-stream.ts";
import { LiveRecognition, type RecognitionSettings } from "./live-recognition.ts";
import type { Conversation } from "../open-sockets.ts";
import { errorMessage } from "../../../contract/error-body.ts";
import {
  changedFields,
  readClientMessage,
  serialise,
  streamParameters,
  type StreamFields,
  type StreamParameters,
} from "./protocol.ts";
import { SlowReader } from "./slow-reader.ts";

const IDLE_MS = 30_000;

export interface ListenerSettings extends RecognitionSettings {
  readonly requestId: string;
  readonly compatModelId: string;
  readonly fields: StreamFields;
  readonly parameters: StreamParameters;
  /** Hears of every error that the client is told. */
  onError(error: ApiError): void;
}

/** A live stream in the service's own protocol. */
export class StreamListener implements Conversation {
  readonly #settings: ListenerSettings;
  readonly #reader: SlowReader;
  readonly #recognition: LiveRecognition;
  readonly #idle: NodeJS.Timeout;
  #fields: StreamFields;
  #hasAudio = false;

  constructor(settings: ListenerSettings) {
    this.#settings = settings;
    this.#fields = settings.fields;
    this.#reader = new SlowReader(settings.socket);
    this.#idle = setTimeout(() => this.#onIdle(), IDLE_MS);
    this.#recognition = new LiveRecognition(settings, {
      tell: (message) => this.#send(message),
      flushed: () => undefined,
      failed: (error) => {
        settings.onError(error);
        this.#send(errorMessage(error, settings.requestId));
      },
      closed: () => clearTimeout(this.#idle),
    });
    this.#send({
      type: "session.started",
      session_id: `sess_${randomUUID().replaceAll("-", "")}`,
      request_id: settings.requestId,
      model: settings.parameters.model,
      sample_rate: settings.parameters.sampleRate,
      expires_at: new Date(Date.now() + LIMITS.audioSeconds * 1000).toISOString(),
    });
  }

  get audioSeconds(): number {
    return this.#recognition.audioSeconds;
  }

  receive(data: Buffer, isBinary: boolean): void {
    this.#idle.refresh();
    try {
      if (!isBinary) return this.#message(data.toString("utf8"));
      this.#hasAudio = true;
      this.#recognition.audio(data);
    } catch (error) {
      this.#recognition.fail(error);
    }
  }

  shutdown(): void {
    this.#recognition.end("shutdown");
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle);
    this.#recognition[Symbol.dispose]();
  }

  #message(text: string): void {
    const message = readClientMessage(text);
    switch (message.type) {
      case "config":
        return this.#configure(changedFields(this.#fields, message));
      case "finalize":
        return this.#recognition.finalize();
      case "end":
        return this.#recognition.end("asked");
      case "keepalive":
    }
  }

  #configure(fields: StreamFields): void {
    const parameters = streamParameters(fields, this.#settings.compatModelId);
    if (this.#hasAudio) {
      throw new ApiError("invalid_request", "A config has to come before the audio.");
    }
    this.#fields = fields;
    this.#recognition.change(parameters);
  }

  #onIdle(): void {
    // A client that is not read from cannot show that it is there.
    if (this.#recognition.isPaused) this.#idle.refresh();
    else this.#recognition.end("idle");
  }

  #send(message: ServerMessage): void {
    if (message.type === "transcript.partial") this.#reader.sendLatest(serialise(message));
    else this.#reader.send(serialise(message));
  }
}
