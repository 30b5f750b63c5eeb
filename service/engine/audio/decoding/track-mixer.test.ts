import { expect, test } from "vitest";
import { TrackMixer } from "./track-mixer.ts";

const RATE = 100;

function mixed(tracks: number, feed: (mixer: TrackMixer) => void): number[] {
  const heard: number[] = [];
  const mixer = new TrackMixer(tracks, RATE, (samples) => void heard.push(...samples));
  feed(mixer);
  mixer.end();
  return heard;
}

const level = (value: number, count: number) => new Float32Array(count).fill(value);

test("one track is written as it comes, with its silence", () => {
  const heard = mixed(1, (mixer) => {
    mixer.addSilence(0, 250);
    mixer.add(0, level(1, 3));
  });
  expect(heard).toEqual([...level(0, 250), 1, 1, 1]);
});

test("tracks are added up at their places in time", () => {
  const heard = mixed(2, (mixer) => {
    mixer.add(0, level(0.25, 4));
    mixer.addSilence(1, 2);
    mixer.add(1, level(0.5, 4));
  });
  expect(heard).toEqual([0.25, 0.25, 0.75, 0.75, 0.5, 0.5]);
});

test("a track that comes far too late is heard all the same", () => {
  const heard = mixed(2, (mixer) => {
    for (let second = 0; second < 30; second += 1) mixer.add(0, level(0.25, RATE));
    mixer.add(1, level(0.5, RATE));
  });
  expect(heard).toHaveLength(30 * RATE);
  expect(heard.filter((sample) => sample === 0.75)).toHaveLength(RATE);
});

test("tracks that are too loud together are not clipped", () => {
  const heard = mixed(2, (mixer) => {
    mixer.add(0, level(0.9, 10));
    mixer.add(1, level(0.9, 10));
  });
  expect(Math.max(...heard)).toBeLessThanOrEqual(1);
});
