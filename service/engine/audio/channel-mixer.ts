/** Frames between two checks of how the channels correlate, and the share of the sums that is kept after each check. */
const FRAMES_PER_LOOK = 512;
const KEPT_OF_SUMS = 0.98;
/** Correlation with the leading channel beyond which a channel counts as inverted, or as in phase. */
const CLEAR_CORRELATION = 0.5;

/**
 * Mixes interleaved channels down to their mean. A channel of opposite phase is inverted first, so that it does not cancel
 * the others. The same frames give the same samples, however they are split into pieces.
 */
export class ChannelMixer {
  readonly #channels: number;
  /** 1, or -1 for a channel that is inverted. */
  readonly #signs: Float64Array;
  /** For each channel, its energy, and its product with the leading channel. */
  readonly #energies: Float64Array;
  readonly #products: Float64Array;
  #leader = 0;
  #framesSinceLook = 0;

  constructor(channels: number) {
    this.#channels = channels;
    this.#signs = new Float64Array(channels).fill(1);
    this.#energies = new Float64Array(channels);
    this.#products = new Float64Array(channels);
  }

  /** Writes the mean of the channels of every frame; `scale` brings samples into [-1, 1]. */
  mix(samples: Float32Array | Int16Array, scale: number, mono: Float32Array): void {
    for (let from = 0; from < mono.length;) {
      const until = Math.min(mono.length, from + FRAMES_PER_LOOK - this.#framesSinceLook);
      this.#mixFrames(samples, scale, mono, from, until);
      this.#framesSinceLook += until - from;
      from = until;
      if (this.#framesSinceLook === FRAMES_PER_LOOK) this.#look();
    }
  }

  #mixFrames(
    samples: Float32Array | Int16Array,
    scale: number,
    mono: Float32Array,
    from: number,
    until: number,
  ): void {
    const channels = this.#channels;
    const weight = scale / channels;
    for (let channel = 0; channel < channels; channel += 1) {
      const sign = weight * this.#signs[channel]!;
      let energy = 0;
      let product = 0;
      for (let frame = from; frame < until; frame += 1) {
        const at = frame * channels;
        const sample = samples[at + channel]!;
        energy += sample * sample;
        product += sample * samples[at + this.#leader]!;
        mono[frame] = (channel === 0 ? 0 : mono[frame]!) + sign * sample;
      }
      this.#energies[channel] = this.#energies[channel]! + energy * scale * scale;
      this.#products[channel] = this.#products[channel]! + product * scale * scale;
    }
  }

  /** Decides from the latest frames which channels are inverted, and which one leads. */
  #look(): void {
    this.#framesSinceLook = 0;
    const leading = this.#energies[this.#leader]!;
    for (let channel = 0; channel < this.#channels; channel += 1) {
      const both = Math.sqrt(this.#energies[channel]! * leading);
      const correlation = both === 0 ? 0 : this.#products[channel]! / both;
      const leaderSign = this.#signs[this.#leader]!;
      if (correlation < -CLEAR_CORRELATION) this.#signs[channel] = -leaderSign;
      if (correlation > CLEAR_CORRELATION) this.#signs[channel] = leaderSign;
      this.#energies[channel] = this.#energies[channel]! * KEPT_OF_SUMS;
      this.#products[channel] = this.#products[channel]! * KEPT_OF_SUMS;
    }
    const loudest = this.#energies.indexOf(Math.max(...this.#energies));
    // Products with the previous leader mean nothing for the new one.
    if (this.#energies[loudest]! > 4 * leading * KEPT_OF_SUMS) {
      this.#leader = loudest;
      this.#products.fill(0);
      this.#energies.fill(0);
    }
  }
}
