import { signal, type ReadonlySignal } from "@preact/signals";
import { PcmReader } from "#web-kit/audio/pcm.ts";
import { PcmPlayer } from "#web-kit/audio/pcm-player.ts";
import { call } from "./call.ts";

/** What is to be spoken: the fields of a synthesis request. */
export interface Utterance {
  readonly input: string;
  readonly voice: string;
  readonly pronunciations?: readonly unknown[];
}

/** Speaks one utterance at a time, and plays it while it arrives. */
export class Speaker {
  readonly #speaking = signal<string | undefined>(undefined);
  #abort = new AbortController();
  #player: PcmPlayer | undefined;

  /** The name of what is spoken now. */
  get speaking(): ReadonlySignal<string | undefined> {
    return this.#speaking;
  }

  /** Speaks, in place of what was spoken; has to be called on a press of the reader's. Rejects with ApiError. */
  async speak(name: string, utterance: Utterance): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    this.#speaking.value = name;
    try {
      await this.#play(utterance, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.stop();
      throw error;
    }
  }

  /** Falls silent. */
  stop(): void {
    this.#abort.abort();
    this.#player?.stop();
    this.#player = undefined;
    this.#speaking.value = undefined;
  }

  async #play(utterance: Utterance, abort: AbortSignal): Promise<void> {
    const answer = await call("/v1/audio/speech", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...utterance, response_format: "pcm" }),
      signal: abort,
    });
    const sampleRate = Number(answer.headers.get("x-sample-rate"));
    const player = new PcmPlayer(sampleRate, () => {
      if (!abort.aborted) this.stop();
    });
    this.#player = player;
    const pcm = new PcmReader();
    const body = answer.body?.getReader();
    for (;;) {
      const piece = await body?.read();
      if (piece === undefined || piece.done) break;
      player.add(pcm.push(piece.value));
    }
    player.end();
  }
}
