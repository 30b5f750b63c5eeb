import { INT16_FULL_SCALE } from "#units/samples.ts";
import { AudioError } from "../../../engine/audio/audio-error.ts";
import { Resampler } from "../../../engine/audio/resampler.ts";
import { StreamStart } from "../../../engine/audio/stream-start.ts";
import { SampleDecoder } from "../../../engine/audio/sample-decoder.ts";
import type { ModelPool, Slot } from "../../../engine/pool/pool.ts";
import {
  openRecognition,
  REPORT_SECONDS,
  type RemoteRecognition,
} from "../../../engine/pool/remote-recognition.ts";
import { isAnonymous } from "../../../access/authenticate.ts";
import { ApiError } from "../../../contract/errors.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { WARNINGS_MESSAGE } from "../../../speech/warnings.ts";
import { findTranscriptionModel } from "../../../speech/transcription-request.ts";
import type { TranscriptWord } from "../../../speech/segments.ts";
import type { ApiServices } from "../../http/services.ts";
import type { Opening } from "../open-sockets.ts";
import { toApiError } from "../../http/to-api-error.ts";
import type { ServerMessage } from "../../../contract/sockets/live-stream.ts";
import type { StreamParameters } from "./protocol.ts";
import { LiveSession, type Effect, type SessionSettings } from "./session.ts";

export type RecognitionParameters = Omit<StreamParameters, "model">;

/** Quota that a live stream reserves at its start, in seconds. */
const EXPECTED_SECONDS = 60;
/** Interval at which the usage of a running stream is booked; a killed process loses no more than this. */
const BOOK_EVERY_MS = 10_000;

/** An admitted socket with a transcription model and a slot of it. */
export interface LiveOpening extends Opening {
  readonly model: ModelPool;
  readonly slot: Slot;
  readonly services: ApiServices;
}

/** Takes a slot for a live stream, held until its socket begins to close. */
export async function openLive(
  opening: Opening,
  services: ApiServices,
  named: string,
): Promise<LiveOpening> {
  const { allowance, gone, defer, principal } = opening;
  await allowance.expect(EXPECTED_SECONDS);
  const model = findTranscriptionModel(named, services.engine);
  const work = { urgency: "live", units: 0, isAnonymous: isAnonymous(principal) } as const;
  const slot = await model.admit(work, gone);
  defer(() => slot[Symbol.dispose]());
  return { ...opening, model, slot, services };
}

/** Returns the names that a config may still use: those of the stream's model. */
export function namesOfModel({ model, services: { engine } }: LiveOpening): readonly string[] {
  return engine
    .namesOf("transcription")
    .filter((name) => engine.named("transcription", name)?.id === model.id);
}

function silentSecondsOf({ principal }: Opening): number {
  return isAnonymous(principal) ? LIMITS.silentAnonymousStreamSeconds : LIMITS.silentStreamSeconds;
}

/** Recorders add up to one 16-bit step in either direction to digital silence. */
const SILENT_BELOW = 1.5 / INT16_FULL_SCALE;

/** Returns whether samples contain anything but digital silence. */
function isHeard(samples: Float32Array): boolean {
  return samples.some((sample) => sample > SILENT_BELOW || sample < -SILENT_BELOW);
}

/** Receives the events of a live session, to translate them into a protocol. */
export interface LiveEvents {
  tell(message: ServerMessage): void;
  /** Called when everything before a `finalize` was sent. */
  flushed(): void;
  failed(error: ApiError): void;
  closed(): void;
  /** Called with the time, in seconds, before which no unsent word begins. */
  heardUntil?(seconds: number): void;
}

/** Carries out the decisions of a live session on a socket and a model, for any protocol. */
export class LiveRecognition implements Disposable {
  readonly #opening: LiveOpening;
  readonly #events: LiveEvents;
  readonly #session: LiveSession;
  #parameters: RecognitionParameters;
  #recognition: RemoteRecognition;
  #start: StreamStart;
  #decoder: SampleDecoder;
  #resampler: Resampler;
  readonly #silence: NodeJS.Timeout;
  readonly #booking: NodeJS.Timeout;
  /** Called when another model has replaced the stream's. */
  readonly #onEnding = () => this.shutdown();
  /** Seconds of audio that were reported to the metrics. */
  #reportedSeconds = 0;

  constructor(opening: LiveOpening, parameters: RecognitionParameters, events: LiveEvents) {
    this.#opening = opening;
    this.#events = events;
    this.#parameters = parameters;
    this.#session = new LiveSession(this.#sessionSettings());
    this.#start = new StreamStart(parameters);
    this.#decoder = this.#newDecoder();
    this.#resampler = this.#newResampler();
    this.#recognition = this.#openRecognition();
    const silentSeconds = silentSecondsOf(opening);
    this.#silence = setTimeout(() => this.#onSilence(silentSeconds), silentSeconds * 1000);
    opening.model.ending.addEventListener("abort", this.#onEnding, { once: true });
    this.#booking = setInterval(() => {
      this.#noteUse();
      opening.allowance.bookOn();
    }, BOOK_EVERY_MS);
  }

  get audioSeconds(): number {
    return this.#session.receivedSeconds;
  }

  get isPaused(): boolean {
    return this.#session.isPaused;
  }

  /** Words of the segments that were sent, with their confidence. */
  get words(): readonly TranscriptWord[] {
    return this.#session.words;
  }

  /** The words that belong to no segment yet. */
  get openWords(): readonly TranscriptWord[] {
    return this.#session.openWords;
  }

  /** Accepts audio as it was sent, up to the quota; throws ApiError. */
  audio(bytes: Buffer): void {
    const decoded = this.#decoded(bytes);
    if (isHeard(decoded)) this.#silence.refresh();
    const samples = this.#resampler.push(decoded);
    const { allowance, model } = this.#opening;
    const requestedSeconds = this.audioSeconds + samples.length / model.sampleRate;
    const leftSamples = Math.floor((allowance.max - this.audioSeconds) * model.sampleRate);
    this.#hear(samples.subarray(0, Math.max(0, leftSamples)));
    this.#tellSeconds();
    try {
      allowance.advance(requestedSeconds);
    } catch (error) {
      this.#perform(this.#session.end(toApiError(error)));
    }
  }

  change(parameters: RecognitionParameters): void {
    this.#flushAudio();
    this.#parameters = parameters;
    this.#start = new StreamStart(parameters);
    this.#decoder = this.#newDecoder();
    this.#resampler = this.#newResampler();
    this.#perform(this.#session.change(this.#sessionSettings()));
  }

  finalize(): void {
    this.#flushAudio();
    this.#perform(this.#session.finalize());
  }

  clear(): void {
    this.#flushAudio();
    this.#perform(this.#session.clear());
  }

  /** Ends with the final transcript and, if the client did not request the end, an error. */
  end(error?: ApiError): void {
    this.#flushAudio();
    this.#perform(this.#session.end(error));
  }

  /** Ends with the final transcript, because the process or its model ends. */
  shutdown(): void {
    this.#flushAudio();
    this.#perform(this.#session.shutdown());
  }

  breakOff(): void {
    this.#perform(this.#session.breakOff());
  }

  fail(error: unknown): void {
    this.#perform(this.#session.fail(toApiError(error)));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#silence);
    clearInterval(this.#booking);
    this.#opening.model.ending.removeEventListener("abort", this.#onEnding);
    this.#tellSeconds();
    this.#noteUse();
    this.#recognition[Symbol.dispose]();
  }

  #noteUse(): void {
    const { allowance } = this.#opening;
    allowance.use(Math.min(this.audioSeconds, allowance.max));
  }

  /** Ends a stream without sound, because keepalives must not hold a slot of the model forever. */
  #onSilence(seconds: number): void {
    if (this.isPaused) return void this.#silence.refresh();
    const message = `The stream had no sound for ${seconds} seconds; keepalives and digital silence hold it no longer.`;
    this.end(new ApiError("stream_idle_timeout", message));
  }

  #tellSeconds(): void {
    const seconds = this.audioSeconds - this.#reportedSeconds;
    this.#opening.services.metrics.audio("stream", seconds);
    this.#reportedSeconds = this.audioSeconds;
  }

  /** Flushes the resampler, whose filter holds back the last milliseconds until it is ended. */
  #flushAudio(): void {
    const samples = this.#resampler.end();
    this.#resampler = this.#newResampler();
    this.#hear(samples);
  }

  #hear(samples: Float32Array): void {
    if (samples.length > 0) this.#perform(this.#session.audio(samples));
  }

  #perform(effects: readonly Effect[]): void {
    for (const effect of effects) this.#performOne(effect);
  }

  #performOne(effect: Effect): void {
    const { socket } = this.#opening;
    switch (effect.type) {
      case "send":
        this.#noteWarnings(effect.message);
        return this.#events.tell(effect.message);
      case "flushed":
        return this.#events.flushed();
      case "fail":
        return this.#events.failed(effect.error);
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
        this.#events.closed();
        // A paused socket would not read the client's close frame.
        socket.resume();
        return socket.close(effect.code);
    }
  }

  #noteWarnings(message: ServerMessage): void {
    if (message.type !== "transcript.final" || message.warnings === undefined) return;
    const { request } = this.#opening;
    request.log.info({ warnings: message.warnings.map(({ code }) => code) }, WARNINGS_MESSAGE);
  }

  #openRecognition(): RemoteRecognition {
    const { phrases: preferred } = this.#parameters.prompt;
    const options = { preferred, reportSeconds: REPORT_SECONDS.live };
    return openRecognition(this.#opening.slot, options, {
      progress: (progress) => {
        this.#perform(this.#session.progress(progress));
        this.#events.heardUntil?.(this.#session.quietUntilSeconds);
      },
      failed: (error) => this.fail(error),
    });
  }

  #sessionSettings(): SessionSettings {
    const { encoding: _encoding, channels: _channels, ...settings } = this.#parameters;
    return { ...settings, sampleRate: this.#opening.model.manifest.sample_rate };
  }

  #decoded(bytes: Buffer): Float32Array {
    try {
      this.#start.check(bytes);
      return this.#decoder.decode(bytes);
    } catch (error) {
      // An error about a frame names no field, unlike one about a file.
      if (error instanceof AudioError) throw new ApiError(error.code, error.message);
      throw error;
    }
  }

  #newDecoder(): SampleDecoder {
    return new SampleDecoder(this.#parameters.encoding, this.#parameters.channels);
  }

  #newResampler(): Resampler {
    return new Resampler(this.#parameters.sampleRate, this.#opening.model.manifest.sample_rate);
  }
}
