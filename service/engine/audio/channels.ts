/** Which channels of a recording are read: all of them mixed to one, or a single one, counted from 0. */
export type ReadChannel = "mixed" | number;

/** Most channels of a recording whose channels are read one by one. */
export const MAX_SEPARATE_CHANNELS = 2;

/** The recording has fewer channels than the one that was to be read. */
export class NoSuchChannel extends Error {
  override readonly name = "NoSuchChannel";
}

/** Throws NoSuchChannel, or TooManyChannels where the channels of a recording cannot be read one by one. */
export function checkChannel(channel: ReadChannel, channels: number): void {
  if (channel === "mixed") return;
  if (channels > MAX_SEPARATE_CHANNELS) throw new TooManyChannels(channels);
  if (channel >= channels) throw new NoSuchChannel(`there are ${channels} channels`);
}

/** The recording has more channels than can be read one by one. */
export class TooManyChannels extends Error {
  override readonly name = "TooManyChannels";

  /** @param channels is how many the recording has; undefined where only the decoder knows */
  constructor(channels?: number) {
    const has = channels === undefined ? `more than ${MAX_SEPARATE_CHANNELS}` : `${channels}`;
    super(`the recording has ${has} channels; at most ${MAX_SEPARATE_CHANNELS} can be separate`);
  }
}

/** Writes one channel of interleaved samples; `scale` brings them into [-1, 1]. */
export function takeChannel(
  samples: Float32Array | Int16Array,
  channels: number,
  channel: number,
  scale: number,
  mono: Float32Array,
): void {
  for (let at = 0; at < mono.length; at += 1) mono[at] = samples[at * channels + channel]! * scale;
}
