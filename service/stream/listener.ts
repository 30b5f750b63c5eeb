import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import type { Allowance } from "../accounts/allowance.ts";
import { LIMITS } from "../accounts/limits.ts";
import { Resampler } from "../engine/audio/resampler.ts";
import { SampleDecoder } from "../engine/audio/sample-decoder.ts";
import type { ModelPool, Slot } from "../engine/pool.ts";
import {
  openRecognition,
  REPORT_SECONDS,
  type RemoteRecognition,
} from "../engine/remote-recognition.ts";
import { ApiError, toApiError } from "../http/errors.ts";
import {
  errorMessage,
  parseClientMessage,
  serialise,
  type ServerMessage,
  type StreamParameters,
} from "./protocol.ts";
import { LiveSession, type Effect, type EndReason } from "./session.ts";
import { SlowReader } from "./slow-reader.ts";

const IDLE_MS = 30_000;

export interface ListenerSettings {
  readonly socket: WebSocket;
  readonly requestId: string;
  readonly compatModelId: string;
  readonly parameters: StreamParameters;
  readonly model: ModelPool;
  readonly slot: Slot;
  readonly allowance: Allowance;
  /** Hears of every error that the client is told. */
  onError(error: ApiError): void;
}

/** Carries out on a socket and a model what a live session decides. */
export class StreamListener implements Disposable {
  readonly #settings: ListenerSettings;
  readonly #reader: SlowReader;
  #parameters: StreamParameters;
  #session: LiveSession;
  #recognition: RemoteRecognition;
  #decoder: SampleDecoder;
  #resampler: Resampler;
  #idle: NodeJS.Timeout;
  #hasAudio = false;

  constructor(settings: ListenerSettings) {
    this.#settings = settings;
    this.#parameters = settings.parameters;
    this.#reader = new SlowReader(settings.socket);
    this.#session = this.#newSession();
    this.#decoder = this.#newDecoder();
    this.#resampler = this.#newResampler();
    this.#recognition = this.#openRecognition();
    this.#idle = setTimeout(() => this.#onIdle(), IDLE_MS);
    this.#send({
      type: "session.started",
      session_id: `sess_${randomUUID().replaceAll("-", "")}`,
      request_id: settings.requestId,
      model: settings.parameters.model,
      sample_rate: settings.parameters.sampleRate,
      expires_at: new Date(Date.now() + LIMITS.audioSeconds * 1000).toISOString(),
    });
  }

  /** Seconds of audio that the client has sent. */
  get audioSeconds(): number {
    return this.#session.receivedSeconds;
  }

  /** Takes a frame of the client. */
  receive(data: Buffer, isBinary: boolean): void {
    this.#idle.refresh();
    try {
      if (isBinary) this.#audio(data);
      else this.#message(data.toString("utf8"));
    } catch (error) {
      this.#perform(this.#session.fail(toApiError(error)));
    }
  }

  /** Ends with the final transcript of what was heard so far. */
  end(reason: EndReason): void {
    this.#flushAudio();
    this.#perform(this.#session.end(reason));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle);
    this.#recognition[Symbol.dispose]();
  }

  #audio(bytes: Buffer): void {
    this.#hasAudio = true;
    const samples = this.#resampler.push(this.#decoder.decode(bytes));
    if (samples.length > 0) this.#perform(this.#session.audio(samples));
    this.#settings.allowance.advance(this.audioSeconds);
  }

  #message(text: string): void {
    const message = parseClientMessage(text, this.#parameters, this.#settings.compatModelId);
    switch (message.type) {
      case "config":
        return this.#configure(message.parameters);
      case "finalize":
        this.#flushAudio();
        return this.#perform(this.#session.finalize());
      case "end":
        return this.end("asked");
      case "keepalive":
    }
  }

  #configure(parameters: StreamParameters): void {
    if (this.#hasAudio) {
      throw new ApiError("invalid_request", { message: "A config has to come before the audio." });
    }
    this.#parameters = parameters;
    this.#session = this.#newSession();
    this.#decoder = this.#newDecoder();
    this.#resampler = this.#newResampler();
    this.#performOne({ type: "reopen" });
  }

  /** The filter between the rates keeps back the last milliseconds until it is told that nothing follows. */
  #flushAudio(): void {
    const samples = this.#resampler.end();
    this.#resampler = this.#newResampler();
    if (samples.length > 0) this.#perform(this.#session.audio(samples));
  }

  #onIdle(): void {
    // A client that is not read from cannot show that it is there.
    if (this.#session.isPaused) this.#idle.refresh();
    else this.end("idle");
  }

  #perform(effects: readonly Effect[]): void {
    for (const effect of effects) this.#performOne(effect);
  }

  #performOne(effect: Effect): void {
    const { socket } = this.#settings;
    switch (effect.type) {
      case "send":
        return this.#send(effect.message);
      case "fail":
        this.#settings.onError(effect.error);
        return this.#send(errorMessage(effect.error, this.#settings.requestId));
      case "accept":
        return this.#recognition.accept(effect.samples);
      case "end":
        return this.#recognition.end();
      case "reopen":
        this.#recognition[Symbol.dispose]();
        this.#recognition = this.#openRecognition();
        return;
      case "pause":
        return socket.pause();
      case "resume":
        return socket.resume();
      case "close":
        clearTimeout(this.#idle);
        // A paused socket would not read the client's own close.
        socket.resume();
        return socket.close(effect.code);
    }
  }

  #send(message: ServerMessage): void {
    if (message.type === "transcript.partial") this.#reader.sendLatest(serialise(message));
    else this.#reader.send(serialise(message));
  }

  #openRecognition(): RemoteRecognition {
    const { phrases: preferred } = this.#parameters.prompt;
    const options = { preferred, reportSeconds: REPORT_SECONDS.live };
    return openRecognition(this.#settings.slot, options, {
      progress: (progress) => this.#perform(this.#session.progress(progress)),
      failed: (error) => this.#perform(this.#session.fail(toApiError(error))),
    });
  }

  #newSession(): LiveSession {
    const { interimResults, endpointingMs, words, prompt } = this.#parameters;
    return new LiveSession({
      sampleRate: this.#settings.model.manifest.sample_rate,
      interimResults,
      endpointingMs,
      words,
      prompt,
    });
  }

  #newDecoder(): SampleDecoder {
    return new SampleDecoder(this.#parameters.encoding, this.#parameters.channels);
  }

  #newResampler(): Resampler {
    return new Resampler(this.#parameters.sampleRate, this.#settings.model.manifest.sample_rate);
  }
}
