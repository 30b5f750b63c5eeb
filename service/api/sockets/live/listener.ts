import { LIMITS } from "../../../contract/limits.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { ServerMessage } from "../../../contract/sockets/live-stream.ts";
import type { ApiServices } from "../../http/services.ts";
import { LiveRecognition, namesOfModel, openLive, type LiveOpening } from "./live-recognition.ts";
import { newId, type Conversation, type SocketKind } from "../open-sockets.ts";
import { errorMessage } from "../../../contract/error-body.ts";
import {
  changedFields,
  readClientMessage,
  readStreamQuery,
  serialise,
  streamParameters,
  type StreamFields,
  type StreamParameters,
} from "./protocol.ts";
import { SlowReader } from "./slow-reader.ts";
import { checkWordTimes, findTranscriptionModel } from "../../../speech/transcription-request.ts";

/** Returns the socket kind for live streams in the service's own protocol. */
export function liveStreams(services: ApiServices): SocketKind {
  return {
    activity: "stream",
    errorText: (error, requestId) => serialise(errorMessage(error, requestId)),
    open: async (opening) => {
      const fields = readStreamQuery(opening.query);
      const parameters = streamParameters(fields, services.engine.namesOf("transcription"));
      if (parameters.words) {
        checkWordTimes(findTranscriptionModel(parameters.model, services.engine), "words");
      }
      const live = await openLive(opening, services, parameters.model);
      return new StreamListener(live, fields, parameters);
    },
  };
}

/** A live stream in the service's own protocol. */
class StreamListener implements Conversation {
  readonly #opening: LiveOpening;
  readonly #reader: SlowReader;
  readonly #recognition: LiveRecognition;
  readonly #idle: NodeJS.Timeout;
  #fields: StreamFields;
  #hasAudio = false;

  constructor(opening: LiveOpening, fields: StreamFields, parameters: StreamParameters) {
    this.#opening = opening;
    this.#fields = fields;
    this.#reader = new SlowReader(opening.socket);
    this.#idle = setTimeout(() => this.#onIdle(), LIMITS.idleSocketSeconds * 1000);
    this.#recognition = new LiveRecognition(opening, parameters, {
      tell: (message) => this.#send(message),
      flushed: () => undefined,
      failed: (error) => {
        opening.onError(error);
        this.#send(errorMessage(error, opening.requestId));
      },
      closed: () => clearTimeout(this.#idle),
    });
    this.#send({
      type: "session.started",
      session_id: newId("sess"),
      request_id: opening.requestId,
      model: parameters.model,
      sample_rate: parameters.sampleRate,
      partials: opening.model.partials,
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

  #message(text: string): void {
    const message = readClientMessage(text);
    switch (message.type) {
      case "config":
        return this.#configure(changedFields(this.#fields, message));
      case "finalize":
        return this.#recognition.finalize();
      case "end":
        return this.#recognition.end();
      case "keepalive":
    }
  }

  #configure(fields: StreamFields): void {
    const parameters = streamParameters(fields, namesOfModel(this.#opening));
    if (this.#hasAudio) {
      throw new ApiError("invalid_request", "A config has to come before the audio.");
    }
    if (parameters.words) checkWordTimes(this.#opening.model, "words");
    this.#fields = fields;
    this.#recognition.change(parameters);
  }

  #onIdle(): void {
    // A client that is not read from cannot show that it is alive.
    if (this.#recognition.isPaused) this.#idle.refresh();
    else this.#recognition.end(new ApiError("stream_idle_timeout"));
  }

  #send(message: ServerMessage): void {
    if (message.type === "transcript.partial") this.#reader.sendLatest(serialise(message));
    else this.#reader.send(serialise(message));
  }
}
