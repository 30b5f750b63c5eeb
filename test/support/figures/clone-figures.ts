/** How like their speakers clones are, and whether they are understood. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openWav } from "#service/engine/audio/wav-reader.ts";
import type { Synthesizer, Transcriber } from "#service/engine/model/model.ts";
import { joinSamples } from "#service/engine/audio/samples.ts";
import { resampled } from "#service/engine/audio/resampler.ts";
import { profileDistance, speakerProfile, type SpeakerProfile } from "./speaker-profile.ts";
import { characterError, speakAll } from "./voice-figures.ts";

/** A recorded speaker. */
export interface Recording {
  readonly name: string;
  readonly sampleRate: number;
  /** What a clone is made of, 24 s at least. */
  readonly samples: Float32Array;
  /** Other sentences, which show what the speaker is like. */
  readonly other: Float32Array;
}

/** How a recording reaches the encoder. */
export type Condition = (samples: Float32Array, sampleRate: number) => Float32Array;

export interface CloneFigures {
  readonly clones: number;
  /** The part of the clones that are nearer to their speaker than to any built-in voice. */
  readonly nearer_than_built_in: number;
  /** The part that are nearer to their speaker than every other speaker's clone is. */
  readonly nearer_than_other_clones: number;
  /** How far a clone is from its speaker, as a part of how far the nearest built-in voice is: the middle of all. */
  readonly distance: number;
  readonly character_error: number;
}

/** Reads the recordings that write_recordings.py wrote. */
export async function readRecordings(folder: string): Promise<Recording[]> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith(".other.wav"))
    .map((name) => name.replace(".other.wav", ""))
    .toSorted();
  return await Promise.all(
    names.map(async (name) => {
      const { sampleRate, samples } = await samplesOf(join(folder, `${name}.wav`));
      const other = await samplesOf(join(folder, `${name}.other.wav`));
      return { name, sampleRate, samples, other: other.samples };
    }),
  );
}

/** Clones recorded speakers and compares what the clones say with their speakers and with the built-in voices. */
export class CloneTrial {
  readonly #synthesizer: Synthesizer;
  readonly #recordings: readonly Recording[];
  readonly #texts: readonly string[];
  readonly #builtIn: readonly SpeakerProfile[];
  readonly #speakers: readonly SpeakerProfile[];
  readonly #distance: (one: SpeakerProfile, other: SpeakerProfile) => number;

  private constructor(
    synthesizer: Synthesizer,
    recordings: readonly Recording[],
    texts: readonly string[],
    builtIn: readonly SpeakerProfile[],
  ) {
    this.#synthesizer = synthesizer;
    this.#recordings = recordings;
    this.#texts = texts;
    this.#builtIn = builtIn;
    this.#speakers = recordings.map(({ other, sampleRate }) => speakerProfile(other, sampleRate));
    this.#distance = profileDistance([...builtIn, ...this.#speakers]);
  }

  /**
   * Has every built-in voice speak other texts than the clones, so that nobody is nearer to a clone by what is said.
   */
  static async prepare(
    synthesizer: Synthesizer,
    recordings: readonly Recording[],
    texts: readonly string[],
    otherTexts: readonly string[],
  ): Promise<CloneTrial> {
    const builtIn: SpeakerProfile[] = [];
    for (const { name } of synthesizer.voices) {
      const spoken = await speakAll(synthesizer, { kind: "built-in", name }, otherTexts);
      builtIn.push(speakerProfile(joinSamples(spoken), synthesizer.sampleRate));
    }
    return new CloneTrial(synthesizer, recordings, texts, builtIn);
  }

  /** Clones every speaker from the first seconds of their recording as it is heard in a condition. */
  async figures(
    transcriber: Transcriber,
    seconds: number,
    condition: Condition,
  ): Promise<CloneFigures> {
    const rate = this.#synthesizer.sampleRate;
    const clones: SpeakerProfile[] = [];
    let errors = 0;
    for (const { samples, sampleRate } of this.#recordings) {
      const heard = condition(samples.slice(0, seconds * sampleRate), sampleRate);
      const spoken = await this.#speakAsClone(heard, sampleRate);
      clones.push(speakerProfile(joinSamples(spoken), rate));
      errors += await characterError(transcriber, spoken, rate, this.#texts);
    }
    return { ...this.#compared(clones), character_error: errors / clones.length };
  }

  #compared(clones: readonly SpeakerProfile[]): Omit<CloneFigures, "character_error"> {
    const nearest = (from: SpeakerProfile, among: readonly SpeakerProfile[]) =>
      Math.min(...among.map((one) => this.#distance(from, one)));
    const compared = clones.map((clone, at) => {
      const speaker = this.#speakers[at]!;
      return {
        own: this.#distance(clone, speaker),
        builtIn: nearest(clone, this.#builtIn),
        otherClone: nearest(speaker, clones.toSpliced(at, 1)),
        standIn: nearest(speaker, this.#builtIn),
      };
    });
    const part = (holds: (one: (typeof compared)[number]) => boolean) =>
      compared.filter(holds).length / compared.length;
    return {
      clones: clones.length,
      nearer_than_built_in: part(({ own, builtIn }) => own < builtIn),
      nearer_than_other_clones: part(({ own, otherClone }) => own < otherClone),
      distance: middle(compared.map(({ own, standIn }) => own / standIn)),
    };
  }

  async #speakAsClone(recording: Float32Array, sampleRate: number): Promise<Float32Array[]> {
    const { voiceSpace } = this.#synthesizer;
    if (voiceSpace === undefined) throw new Error("the model has no voice space");
    const point = await voiceSpace.place(resampled(recording, sampleRate, voiceSpace.sampleRate));
    if (point === undefined) throw new Error("nobody was heard in a recording");
    return await speakAll(this.#synthesizer, { kind: "point", point }, this.#texts);
  }
}

async function samplesOf(file: string): Promise<{ sampleRate: number; samples: Float32Array }> {
  const { sampleRate, samples } = await openWav(file);
  const pieces: Float32Array[] = [];
  for await (const piece of samples) pieces.push(piece);
  return { sampleRate, samples: joinSamples(pieces) };
}

function middle(values: readonly number[]): number {
  return (
    values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
  );
}
