/** Maximum number of speakers: they are named A to Z. */
const MAX_SPEAKERS = 26;
/** Maximum number of groups while audio arrives; beyond it, the two most similar groups are merged. */
const MAX_GROUPS = 48;

/** Speaker diarization of one recording. */
export interface Speakers {
  /** Returns the speaker embedding of some speech; undefined where there is too little of it. */
  readonly voiceOf: (samples: Float32Array) => Float32Array | undefined;
  readonly groups: SpeakerGroups;
}

interface Group {
  /** Sum of the normalised embeddings of the segments, each weighted by its length in seconds. */
  readonly sum: Float64Array;
  readonly segments: readonly number[];
}

/** Groups segments of speech by speaker: merges the two most similar groups repeatedly (agglomerative clustering). */
export class SpeakerGroups {
  readonly #minLikeness: number;
  #groups: readonly Group[] = [];
  /** Cosine similarity of each group to each of the groups before it. */
  #likeness: readonly (readonly number[])[] = [];
  #segments = 0;

  /** Groups whose cosine similarity is at least `minLikeness` are one speaker's. */
  constructor(minLikeness: number) {
    this.#minLikeness = minLikeness;
  }

  /** Adds the speaker embedding of the next segment, which is `seconds` long. */
  add(voice: Float32Array, seconds: number): void {
    const length = Math.hypot(...voice);
    const scale = length > 0 ? seconds / length : 0;
    const sum = Float64Array.from(voice, (value) => value * scale);
    this.#push({ sum, segments: [this.#segments++] });
    while (this.#groups.length > MAX_GROUPS) this.#join();
  }

  /** Returns the speaker of each segment; speakers are numbered from 0 in the order in which they first speak. */
  speakers(): readonly number[] {
    while (this.#groups.length > 1) {
      if (this.#groups.length <= MAX_SPEAKERS && this.#closestPair().likeness < this.#minLikeness) {
        break;
      }
      this.#join();
    }
    const speakers: number[] = [];
    const inOrder = this.#groups.map(({ segments }) => segments).toSorted(byFirst);
    for (const [speaker, segments] of inOrder.entries()) {
      for (const segment of segments) speakers[segment] = speaker;
    }
    return speakers;
  }

  #push(group: Group): void {
    this.#likeness = [...this.#likeness, this.#groups.map((other) => cosine(group.sum, other.sum))];
    this.#groups = [...this.#groups, group];
  }

  #closestPair() {
    let best = { one: 0, other: 0, likeness: -Infinity };
    for (const [one, row] of this.#likeness.entries()) {
      for (const [other, likeness] of row.entries()) {
        if (likeness > best.likeness) best = { one, other, likeness };
      }
    }
    return best;
  }

  #join(): void {
    const { one, other } = this.#closestPair();
    const [a, b] = [this.#groups[one]!, this.#groups[other]!];
    const stays = (at: number) => at !== one && at !== other;
    this.#groups = this.#groups.filter((_, at) => stays(at));
    this.#likeness = this.#likeness
      .filter((_, at) => stays(at))
      .map((row) => row.filter((_, at) => stays(at)));
    this.#push({
      sum: a.sum.map((value, at) => value + b.sum[at]!),
      segments: [...a.segments, ...b.segments].toSorted((x, y) => x - y),
    });
  }
}

function byFirst(one: readonly number[], other: readonly number[]): number {
  return one[0]! - other[0]!;
}

function cosine(one: Float64Array, other: Float64Array): number {
  let product = 0;
  let oneSquared = 0;
  let otherSquared = 0;
  for (const [at, value] of one.entries()) {
    const against = other[at]!;
    product += value * against;
    oneSquared += value * value;
    otherSquared += against * against;
  }
  const lengths = Math.sqrt(oneSquared * otherSquared);
  return lengths > 0 ? product / lengths : 0;
}
