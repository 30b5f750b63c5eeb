import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { jsonBody } from "#web-kit/api/call-api.ts";
import { pcmSamples } from "#web-kit/audio/pcm.ts";
import { PcmPlayer } from "#web-kit/audio/pcm-player.ts";
import { soundAlone } from "#web-kit/audio/sound-alone.ts";
import { call } from "./call.ts";

/** Speaks one text at a time and plays it as it arrives. */
class Speaker {
  /** The `name` of the request that is being spoken. */
  readonly speaking = signal<string | undefined>(undefined);
  #run = new AbortController();

  /**
   * Speaks a synthesis request and stops any other sound. Must be called in a user gesture, as browsers require for audio.
   *
   * Rejects with ApiError.
   */
  async speak(name: string, request: Readonly<Record<string, unknown>>): Promise<void> {
    soundAlone(() => this.stop());
    const { signal: stopped } = (this.#run = new AbortController());
    this.speaking.value = name;
    try {
      const answer = await call("/v1/audio/speech", {
        method: "POST",
        ...jsonBody({ ...request, response_format: "pcm" }),
        signal: stopped,
      });
      const sampleRate = Number(answer.headers.get("x-sample-rate"));
      const player = new PcmPlayer(sampleRate, () => {
        if (!stopped.aborted) this.stop();
      });
      stopped.addEventListener("abort", () => player.stop());
      for await (const samples of pcmSamples(answer)) player.add(samples);
      player.end();
    } catch (error) {
      if (stopped.aborted) return;
      this.stop();
      throw error;
    }
  }

  stop(): void {
    this.#run.abort();
    this.speaking.value = undefined;
  }
}

/** Returns a speaker that stops when its component is unmounted. */
export function useSpeaker(): Speaker {
  const [speaker] = useState(() => new Speaker());
  useEffect(() => () => speaker.stop(), []);
  return speaker;
}
