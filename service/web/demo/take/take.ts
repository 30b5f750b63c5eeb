import { signal } from "@preact/signals";
import { problemOf } from "#web-kit/api/api-error.ts";
import { PeakTrack } from "#web-kit/audio/loudness.ts";
import { PcmPlayer } from "#web-kit/audio/pcm-player.ts";
import { pcmSamples, wavOf } from "#web-kit/audio/pcm.ts";
import { soundAlone } from "#web-kit/audio/sound-alone.ts";
import { askForSpeech } from "../../session/demo-session.ts";
import { paintWhile } from "../../frame/paint-while.ts";
import type { Fields } from "../../code/calls/call.ts";
import { EMPTY_TAKE, nextTake, type TakeEvent } from "./take-state.ts";

const PEAKS_PER_SECOND = 25;

/** The fields of a speech request, and the sample rate of its model in Hz. */
export interface SpeechRequest {
  readonly fields: Fields;
  readonly sampleRate: number;
}

/** Generated speech: requested, played as it arrives, and kept to be played again. */
export class Take {
  readonly state = signal(EMPTY_TAKE);
  /** Amplitudes of the audio received so far, 25 per second. */
  readonly peaks = signal<readonly number[]>([]);
  readonly heardSeconds = signal(0);
  /** The last request. */
  readonly request = signal<SpeechRequest | undefined>(undefined);
  #pieces: Float32Array[] = [];
  #asking = new AbortController();
  #player: PcmPlayer | undefined;

  /** Requests speech and plays it as it arrives; must be called in a user gesture, as browsers require for audio. */
  async ask(request: SpeechRequest): Promise<void> {
    soundAlone(() => this.stop());
    const { signal: given } = (this.#asking = new AbortController());
    this.request.value = request;
    this.#pieces = [];
    this.peaks.value = [];
    this.#apply({ type: "ask" });
    const player = this.#play(request.sampleRate);
    try {
      await this.#receive(request, player, given);
      if (given.aborted) return;
      this.#apply({ type: "complete" });
      player.end();
    } catch (error) {
      if (given.aborted) return;
      this.#silence();
      this.#apply({ type: "failed", problem: problemOf(error) });
    }
  }

  stop(): void {
    this.#silence();
    this.#apply({ type: "stop" });
  }

  /** Plays the received audio from the beginning. */
  replay(): void {
    if (this.request.value === undefined) return;
    soundAlone(() => this.stop());
    this.#apply({ type: "replay" });
    const player = this.#play(this.request.value.sampleRate);
    for (const samples of this.#pieces) player.add(samples);
    player.end();
  }

  /** Returns the received audio as a WAV file. */
  wav(): Blob {
    return wavOf(this.#pieces, this.request.value?.sampleRate ?? 0);
  }

  /** Requests the same speech as an MP3 file; rejects with ApiError. */
  async mp3(): Promise<Blob> {
    const fields = { ...this.request.value?.fields, response_format: "mp3" };
    return await (await askForSpeech(fields)).blob();
  }

  async #receive(
    { fields, sampleRate }: SpeechRequest,
    player: PcmPlayer,
    given: AbortSignal,
  ): Promise<void> {
    const requestedAtMs = performance.now();
    const pcmFields = { ...fields, response_format: "pcm", sample_rate: sampleRate };
    const answer = await askForSpeech(pcmFields, given);
    this.#apply({ type: "answered", ignoredWords: ignoredWordsOf(answer) });
    const track = new PeakTrack(sampleRate, PEAKS_PER_SECOND);
    for await (const samples of pcmSamples(answer)) {
      if (given.aborted) return;
      player.add(samples);
      this.#pieces.push(samples);
      track.add(samples);
      this.peaks.value = [...track.peaks];
      const waitedMs = performance.now() - requestedAtMs;
      this.#apply({ type: "arrived", seconds: samples.length / sampleRate, waitedMs });
    }
  }

  #play(sampleRate: number): PcmPlayer {
    const player = new PcmPlayer(sampleRate, () => {
      if (player === this.#player) this.#apply({ type: "heard" });
    });
    this.#player = player;
    this.heardSeconds.value = 0;
    paintWhile(() => {
      const isCurrent = player === this.#player && this.state.value.phase !== "silent";
      if (isCurrent) this.heardSeconds.value = player.heardSeconds;
      return isCurrent;
    });
    return player;
  }

  #silence(): void {
    this.#asking.abort();
    this.#player?.stop();
    this.#player = undefined;
  }

  #apply(event: TakeEvent): void {
    this.state.value = nextTake(this.state.value, event);
  }
}

function ignoredWordsOf({ headers }: Response): readonly string[] {
  const listed = headers.get("x-ignored-words") ?? "";
  return listed === "" ? [] : listed.split(",").map(decodeURIComponent);
}
