import { signal, type ReadonlySignal } from "@preact/signals";
import type { Microphone } from "#web-kit/audio/microphone.ts";
import { peakOf, PeakTrack } from "#web-kit/audio/loudness.ts";
import { isOutlived } from "../../session/call.ts";
import { openLiveSocket, type LiveSocket } from "../api/live-socket.ts";
import { connectionProblem, problemOf, type Problem } from "#web-kit/api/api-error.ts";
import type { DemoSession } from "../../session/demo-session.ts";
import { INITIAL_LIVE, nextLive, type LiveEvent, type LiveState } from "./live-state.ts";

const PEAKS_PER_SECOND = 12;
/** So long the final transcript may take after the last sound. */
const FINAL_TIMEOUT_MS = 15_000;

/** What is shown of a sound that is being listened to. */
export interface Loudness {
  /** Of the moment, from 0 to 1. */
  readonly peak: number;
  readonly peaks: readonly number[];
}

const SILENCE: Loudness = { peak: 0, peaks: [] };

/** The microphone's demo: carries out what the reader asks for and keeps its state. */
export class LiveDemo {
  readonly #session: DemoSession;
  readonly #state = signal(INITIAL_LIVE);
  readonly #loudness = signal(SILENCE);
  #run: Run | undefined;

  constructor(session: DemoSession) {
    this.#session = session;
    window.addEventListener("offline", () => this.#loseConnection());
  }

  get state(): ReadonlySignal<LiveState> {
    return this.#state;
  }

  get loudness(): ReadonlySignal<Loudness> {
    return this.#loudness;
  }

  /** Asks for the microphone and begins to listen; `goesOn` keeps what was heard so far. */
  async start(goesOn = false): Promise<void> {
    const run = new Run();
    this.#run = run;
    this.#loudness.value = SILENCE;
    this.#apply(run, { type: "start", goesOn });
    try {
      await this.#listen(run);
    } catch (error) {
      this.#apply(run, { type: "failed", problem: await startProblem(error) });
    }
  }

  /** Ends the audio; the final transcript follows. */
  stop(): void {
    if (this.#run !== undefined) this.#apply(this.#run, { type: "stop" });
  }

  async #listen(run: Run): Promise<void> {
    const { openMicrophone } = await import("#web-kit/audio/microphone.ts");
    let track: PeakTrack | undefined;
    const microphone = await openMicrophone({
      onSamples: (samples) => {
        track ??= new PeakTrack(microphone.sampleRate, PEAKS_PER_SECOND);
        track.add(samples);
        const peak = peakOf(samples);
        this.#loudness.value = { peak, peaks: track.peaks };
        run.send(samples);
        const seconds = samples.length / microphone.sampleRate;
        this.#apply(run, { type: "samples", seconds, peak });
      },
      onLost: () => this.#apply(run, { type: "lost" }),
    });
    run.microphone = microphone;
    if (run.isOver) return run.end();
    this.#apply(run, { type: "granted" });
    const token = await this.#session.token();
    if (run.isOver) return;
    run.connect(
      openLiveSocket({
        token,
        sampleRate: microphone.sampleRate,
        onMessage: (message) => {
          if (message.type === "error" && isOutlived(message.problem)) this.#session.forget();
          this.#apply(run, { type: "message", message });
        },
        onClosed: () => this.#apply(run, { type: "closed", problem: connectionProblem() }),
      }),
    );
  }

  #loseConnection(): void {
    const { phase } = this.#state.value;
    if (this.#run === undefined || (phase !== "listening" && phase !== "finishing")) return;
    this.#apply(this.#run, { type: "closed", problem: connectionProblem() });
  }

  /** Takes an event of the current run in, and does what its new state asks for. */
  #apply(run: Run, event: LiveEvent): void {
    if (run !== this.#run) return;
    const before = this.#state.value.phase;
    this.#state.value = nextLive(this.#state.value, event);
    const { phase } = this.#state.value;
    if (phase === before) return;
    if (phase === "finishing") {
      run.finish(() => this.#apply(run, { type: "closed", problem: connectionProblem() }));
    }
    if (phase === "done" || phase === "idle") run.end();
  }
}

/** One turn of the microphone and its stream. */
class Run {
  microphone: Microphone | undefined;
  isOver = false;
  #socket: LiveSocket | undefined;
  #isFinishing = false;
  #timer: number | undefined;
  /** What was said before there was a socket. */
  #early: Float32Array[] = [];

  send(samples: Float32Array): void {
    if (this.#socket === undefined) this.#early.push(samples);
    else this.#socket.send(samples);
  }

  connect(socket: LiveSocket): void {
    this.#socket = socket;
    for (const samples of this.#early) socket.send(samples);
    this.#early = [];
    if (this.#isFinishing) socket.end();
  }

  /** Listens no more and waits for the final transcript. */
  finish(onLate: () => void): void {
    this.#isFinishing = true;
    this.microphone?.stop();
    this.#socket?.end();
    this.#timer = window.setTimeout(onLate, FINAL_TIMEOUT_MS);
  }

  end(): void {
    this.isOver = true;
    window.clearTimeout(this.#timer);
    this.microphone?.stop();
    this.#socket?.close();
  }
}

async function startProblem(error: unknown): Promise<Problem> {
  const { MicrophoneError } = await import("#web-kit/audio/microphone.ts");
  return error instanceof MicrophoneError
    ? { code: `microphone_${error.fault}`, message: String(error.cause) }
    : problemOf(error);
}
