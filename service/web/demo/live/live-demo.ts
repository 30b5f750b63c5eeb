import { signal } from "@preact/signals";
import type { ServerMessage } from "#service/contract/sockets/live-stream.ts";
import {
  ApiError,
  apiProblem,
  connectionProblem,
  problemOf,
  type Problem,
} from "#web-kit/api/api-error.ts";
import type { SoundSource } from "#web-kit/audio/capture.ts";
import { soundAlone } from "#web-kit/audio/sound-alone.ts";
import { peakOf, PeakTrack } from "#web-kit/audio/loudness.ts";
import { type SampleName, SAMPLES } from "../../samples/samples.ts";
import { forgetIfOutlived, sessionToken } from "../../session/demo-session.ts";
import { KeptAudio } from "./kept-audio.ts";
import { liveParameters, type LiveSocket, openLiveSocket } from "./live-socket.ts";
import { INITIAL_LIVE, nextLive, type LiveEvent } from "./live-state.ts";
import { pauseBeforeMs } from "./reconnection.ts";

const PEAKS_PER_SECOND = 12;
/** Timeout for the final transcript after the last audio, or after the last words of what a slow line still brings. */
const FINAL_TIMEOUT_MS = 15_000;
/** Audio this long after a segment can be dropped: at least twice this much silence ends a segment. */
const SILENCE_AFTER_SEGMENT_SECONDS = 0.4;
const SILENCE = { peak: 0, peaks: [] as readonly number[] };

/** Transcribes the microphone, or a sample in its place, live. */
export class LiveDemo {
  readonly state = signal(INITIAL_LIVE);
  /** Amplitudes from 0 to 1: `peak` of the latest block, `peaks` of all audio so far. */
  readonly loudness = signal(SILENCE);
  /** Sample rate of the last stream, in Hz. */
  readonly sampleRate = signal<number | undefined>(undefined);
  readonly #hasWordTimes: boolean;
  #run: Run | undefined;
  #kept: KeptAudio | undefined;

  constructor(hasWordTimes: boolean) {
    this.#hasWordTimes = hasWordTimes;
  }

  /** Requests the microphone and starts to listen; `goesOn` keeps the transcript so far. */
  async start(goesOn: boolean): Promise<void> {
    await this.#begin({ type: "start", goesOn });
  }

  /** Plays a sample and listens to it. */
  async play(clip: SampleName): Promise<void> {
    await this.#begin({ type: "start", goesOn: false, clip });
  }

  /** Ends the audio; the final transcript follows. */
  stop(): void {
    if (this.#run !== undefined) this.#apply(this.#run, { type: "stop" });
  }

  async #begin(start: Extract<LiveEvent, { readonly type: "start" }>): Promise<void> {
    this.#run?.end();
    const run = new Run();
    this.#run = run;
    if (start.clip !== undefined) soundAlone(() => this.#apply(run, { type: "stop" }));
    this.loudness.value = SILENCE;
    this.#apply(run, start);
    try {
      await this.#listen(run, start);
    } catch (error) {
      this.#apply(run, { type: "failed", problem: await startProblem(error) });
    }
  }

  async #listen(
    run: Run,
    { goesOn, clip }: Extract<LiveEvent, { readonly type: "start" }>,
  ): Promise<void> {
    const source = await openSource(clip, {
      onSamples: (samples) => this.#take(run, source.sampleRate, samples),
      onEnded: () => this.#apply(run, { type: "stop" }),
      onLost: () => this.#apply(run, { type: "lost" }),
    });
    run.source = source;
    if (run.isOver) return run.end();
    // Kept audio of another sample rate cannot be sent in the same stream.
    if (!goesOn || this.#kept?.sampleRate !== source.sampleRate) {
      this.#kept = new KeptAudio(source.sampleRate, this.state.value.seconds);
    }
    this.sampleRate.value = source.sampleRate;
    this.#apply(run, { type: "granted" });
    await this.#connect(run, this.#kept);
  }

  #take(run: Run, sampleRate: number, samples: Float32Array): void {
    if (run !== this.#run || this.state.value.phase !== "listening") return;
    run.track ??= new PeakTrack(sampleRate, PEAKS_PER_SECOND);
    run.track.add(samples);
    const peak = peakOf(samples);
    this.loudness.value = { peak, peaks: run.track.peaks };
    this.#apply(run, { type: "samples", seconds: samples.length / sampleRate, peak });
    const piece = this.#kept?.add(samples);
    if (piece !== undefined && run.isConnected) run.socket?.send(piece);
  }

  async #connect(run: Run, kept: KeptAudio): Promise<void> {
    try {
      const token = await sessionToken();
      if (run.isOver) return;
      run.socket = openLiveSocket(token, liveParameters(kept.sampleRate, this.#hasWordTimes), {
        onMessage: (message) => this.#hear(run, kept, message),
        onBroken: (status) => this.#broken(run, kept, run.refusal ?? connectionProblem(), status),
      });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined;
      this.#broken(run, kept, problemOf(error), status);
    }
  }

  #hear(run: Run, kept: KeptAudio, message: ServerMessage): void {
    if (message.type === "error") {
      run.refusal = apiProblem(message, 0);
      forgetIfOutlived(run.refusal);
    }
    if (message.type === "transcript.segment") {
      run.attempts = 0;
      const until = this.state.value.earlier.seconds + message.end;
      kept.dropUntil(until + SILENCE_AFTER_SEGMENT_SECONDS);
    }
    if (message.type === "session.ending") {
      // A final transcript now would split the sentence: the next connection gets it from its beginning instead.
      return this.#broken(run, kept, connectionProblem(), undefined);
    }
    if (message.type === "transcript.final") kept.dropUntil(Infinity);
    this.#apply(run, { type: "message", message });
    if (!run.isOver) run.wait();
    if (message.type === "session.started" && !run.isOver) this.#connected(run, kept);
  }

  /** Called when the service is ready: sends the kept audio; new audio follows. */
  #connected(run: Run, kept: KeptAudio): void {
    run.isConnected = true;
    run.wasConnected = true;
    this.#apply(run, { type: "connected", fromSeconds: kept.startSeconds });
    run.socket?.send(...kept.pieces);
    if (this.state.value.phase === "finishing") run.socket?.end();
  }

  /** Reconnects after a pause where that can help; a connection that never worked is reported at once. */
  #broken(run: Run, kept: KeptAudio, problem: Problem, status: number | undefined): void {
    if (run.isOver) return;
    run.disconnect();
    const { retryAfterSeconds } = problem;
    const pauseMs = run.wasConnected
      ? pauseBeforeMs(run.attempts, { status, retryAfterSeconds })
      : undefined;
    if (pauseMs === undefined) return this.#apply(run, { type: "closed", problem });
    run.attempts += 1;
    this.#apply(run, { type: "broken" });
    run.afterPause(pauseMs, () => void this.#connect(run, kept));
  }

  /** Applies an event of the current run to the state, and does what the new phase needs. */
  #apply(run: Run, event: LiveEvent): void {
    if (run !== this.#run) return;
    const before = this.state.value.phase;
    this.state.value = nextLive(this.state.value, event);
    const { phase } = this.state.value;
    if (phase === before) return;
    if (phase === "finishing") {
      run.finish(() => this.#apply(run, { type: "closed", problem: connectionProblem() }));
    }
    if (phase === "done" || phase === "idle") run.end();
  }
}

/** One use of the microphone or of a sample, and its connections. */
class Run {
  source: SoundSource | undefined;
  track: PeakTrack | undefined;
  socket: LiveSocket | undefined;
  /** Whether the service accepts audio. */
  isConnected = false;
  wasConnected = false;
  /** Reconnection attempts since the last text. */
  attempts = 0;
  /** Why the service ends the connection. */
  refusal: Problem | undefined;
  isOver = false;
  #finalTimer: number | undefined;
  #onLate: (() => void) | undefined;
  #pause = new AbortController();

  /** Calls `act` after a pause, sooner where the browser comes back online. */
  afterPause(pauseMs: number, act: () => void): void {
    this.#pause = new AbortController();
    const { signal: over } = this.#pause;
    const go = (): void => {
      this.#pause.abort();
      act();
    };
    const timer = window.setTimeout(go, pauseMs);
    over.addEventListener("abort", () => window.clearTimeout(timer));
    window.addEventListener("online", go, { signal: over });
  }

  /** Stops listening and waits for the final transcript. */
  finish(onLate: () => void): void {
    this.source?.stop();
    if (this.isConnected) this.socket?.end();
    this.#onLate = onLate;
    this.wait();
  }

  /** Waits for the final transcript anew, once words have come. */
  wait(): void {
    if (this.#onLate === undefined) return;
    window.clearTimeout(this.#finalTimer);
    this.#finalTimer = window.setTimeout(this.#onLate, FINAL_TIMEOUT_MS);
  }

  disconnect(): void {
    this.isConnected = false;
    this.refusal = undefined;
    this.socket?.close();
    this.socket = undefined;
  }

  end(): void {
    this.isOver = true;
    this.#pause.abort();
    window.clearTimeout(this.#finalTimer);
    this.source?.stop();
    this.disconnect();
  }
}

interface SourceListener {
  readonly onSamples: (samples: Float32Array) => void;
  readonly onEnded: () => void;
  readonly onLost: () => void;
}

async function openSource(
  clip: SampleName | undefined,
  listener: SourceListener,
): Promise<SoundSource> {
  if (clip !== undefined) {
    const { openClip } = await import("#web-kit/audio/clip.ts");
    return openClip(SAMPLES[clip].address, listener);
  }
  const { openMicrophone } = await import("#web-kit/audio/microphone.ts");
  return openMicrophone(listener);
}

async function startProblem(error: unknown): Promise<Problem> {
  const { MicrophoneError } = await import("#web-kit/audio/microphone.ts");
  return error instanceof MicrophoneError
    ? { code: `microphone_${error.fault}`, message: String(error.cause) }
    : problemOf(error);
}
