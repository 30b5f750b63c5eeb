import { signal } from "@preact/signals";
import { type Problem, problemOf } from "#web-kit/api/api-error.ts";
import { callApi } from "#web-kit/api/call-api.ts";
import { soundAlone } from "#web-kit/audio/sound-alone.ts";

/** Plays an audio file, and stops any other sound on the page. */
export class SamplePlayer {
  readonly phase = signal<"silent" | "loading" | "sounding">("silent");
  /** Why the last call of `play` failed. */
  readonly problem = signal<Problem | undefined>(undefined);
  #run = new AbortController();

  /** Must be called in a user gesture, as browsers require for audio. */
  async play(address: string): Promise<void> {
    soundAlone(() => this.stop());
    const { signal: stopped } = (this.#run = new AbortController());
    this.phase.value = "loading";
    this.problem.value = undefined;
    try {
      // Fetched here, because an audio element does not report why it failed to load.
      const file = await (await callApi(address, { signal: stopped })).blob();
      stopped.throwIfAborted();
      await this.#sound(URL.createObjectURL(file), stopped);
    } catch (error) {
      if (stopped.aborted) return;
      this.stop();
      this.problem.value = problemOf(error);
    }
  }

  stop(): void {
    this.#run.abort();
    this.phase.value = "silent";
  }

  async #sound(url: string, stopped: AbortSignal): Promise<void> {
    const audio = new Audio(url);
    stopped.addEventListener("abort", () => {
      audio.pause();
      // Clears the element's address first: a browser that is still about to read it would report a missing file.
      audio.removeAttribute("src");
      audio.load();
      URL.revokeObjectURL(url);
    });
    audio.addEventListener("ended", () => {
      if (!stopped.aborted) this.stop();
    });
    await audio.play();
    if (!stopped.aborted) this.phase.value = "sounding";
  }
}
