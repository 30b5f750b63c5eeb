import { signal } from "@preact/signals";
import { type Problem, problemOf } from "#web-kit/api/api-error.ts";
import { callApi } from "#web-kit/api/call-api.ts";
import { soundAlone } from "#web-kit/audio/sound-alone.ts";

/** Plays a file of sound, in place of what sounded on the page before. */
export class SamplePlayer {
  readonly phase = signal<"silent" | "loading" | "sounding">("silent");
  /** Why the last press played nothing. */
  readonly problem = signal<Problem | undefined>(undefined);
  #run = new AbortController();

  /** Has to begin with a press. */
  async play(address: string): Promise<void> {
    soundAlone(() => this.stop());
    const { signal: stopped } = (this.#run = new AbortController());
    this.phase.value = "loading";
    this.problem.value = undefined;
    try {
      // Not by the address of the element, which does not say why it failed.
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
      // The element gives up the address first: a browser that is still about to read it would report a missing file.
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
