import { expect, test } from "vitest";
import { checkChannel, NoSuchChannel, takeChannel, TooManyChannels } from "./channels.ts";

test.each([
  ["mixed", 8],
  [0, 1],
  [0, 2],
  [1, 2],
] as const)("the channel %s of %s can be read", (channel, channels) => {
  expect(() => checkChannel(channel, channels)).not.toThrow();
});

test.each([
  [1, 1, NoSuchChannel, "there are 1 channels"],
  [2, 2, NoSuchChannel, "there are 2 channels"],
  [0, 3, TooManyChannels, "the recording has 3 channels; at most 2 can be separate"],
  [3, 3, TooManyChannels, "the recording has 3 channels; at most 2 can be separate"],
])("the channel %s of %s is refused", (channel, channels, kind, message) => {
  const check = () => checkChannel(channel, channels);
  expect(check).toThrow(kind);
  expect(check).toThrow(message);
});

test("channels that only the decoder has counted are more than two", () => {
  expect(new TooManyChannels().message).toBe(
    "the recording has more than 2 channels; at most 2 can be separate",
  );
});

test("a channel is taken out of interleaved samples, and scaled", () => {
  const samples = Int16Array.of(1, 10, 2, 20, 3, 30);
  const mono = new Float32Array(3);
  takeChannel(samples, 2, 1, 0.5, mono);
  expect([...mono]).toEqual([5, 10, 15]);
  takeChannel(samples, 2, 0, 1, mono);
  expect([...mono]).toEqual([1, 2, 3]);
});
