import { signal } from "@preact/signals";
import type { ServerMessage } from "#service/contract/sockets/live-stream.ts";
import { apiProblem, connectionProblem, problemOf, type Problem } from "#web-kit/api/api-error.ts";
import { peakOf, PeakTrack } from "#web-kit/audio/loudness.ts";
import type { Microphone } from "#web-kit/audio/microphone.ts";
import { forgetIfOutlived, sessionToken } from "../../session/demo-session.ts";
import { type LiveSocket, liveSocket } from "./live-socket.ts";
import { INITIAL_LIVE, nextLive, type LiveEvent } from "./live-state.ts";

const PEAKS_PER_SECOND = 12;
/** How long the final transcript may take after the last sound. */
const FINAL_TIMEOUT_MS = 15_000;
const SILENCE = { peak: 0, peaks: [] as readonly number[] };

/** Transcribes the microphone live. */
export class LiveDemo {
  readonly state = signal(INITIAL_LIVE);
  /** Amplitudes from 0 to 1: of the moment, and of all that was heard. */
  readonly loudness = signal(SILENCE);
  #run: Run | undefined;

  /** Asks for the microphone and begins to listen; `goesOn` keeps what was heard so far. */
  async start(goesOn: boolean): Promise<void> {
    const run = new Run();
    this.#run = run;
    this.loudness.value = SILENCE;
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
        this.loudness.value = { peak, peaks: track.peaks };
        run.socket?.send(samples);
        const seconds = samples.length / microphone.sampleRate;
        this.#apply(run, { type: "samples", seconds, peak });
      },
      onLost: () => this.#apply(run, { type: "lost" }),
    });
    run.microphone = microphone;
    if (run.isOver) return run.end();
    const onMessage = (message: ServerMessage): void => {
      if (message.type === "error") forgetIfOutlived(apiProblem(message, 0));
      this.#apply(run, { type: "message", message });
    };
    run.socket = liveSocket(microphone.sampleRate, onMessage, () => this.#connectionLost(run));
    this.#apply(run, { type: "granted" });
    const token = await sessionToken();
    if (!run.isOver) run.socket.open(token);
  }

  #connectionLost(run: Run): void {
    this.#apply(run, { type: "closed", problem: connectionProblem() });
  }

  /** Applies an event of the current run to the state, and does what the new phase needs. */
  #apply(run: Run, event: LiveEvent): void {
    if (run !== this.#run) return;
    const before = this.state.value.phase;
    this.state.value = nextLive(this.state.value, event);
    const { phase } = this.state.value;
    if (phase === before) return;
    if (phase === "finishing") run.finish(() => this.#connectionLost(run));
    if (phase === "done" || phase === "idle") run.end();
  }
}

/** One use of the microphone and its stream. */
class Run {
  microphone: Microphone | undefined;
  socket: LiveSocket | undefined;
  isOver = false;
  #timer: number | undefined;

  /** Stops listening and waits for the final transcript. */
  finish(onLate: () => void): void {
    this.microphone?.stop();
    this.socket?.end();
    this.#timer = window.setTimeout(onLate, FINAL_TIMEOUT_MS);
  }

  end(): void {
    this.isOver = true;
    window.clearTimeout(this.#timer);
    this.microphone?.stop();
    this.socket?.close();
  }
}

async function startProblem(error: unknown): Promise<Problem> {
  const { MicrophoneError } = await import("#web-kit/audio/microphone.ts");
  return error instanceof MicrophoneError
    ? { code: `microphone_${error.fault}`, message: String(error.cause) }
    : problemOf(error);
}
