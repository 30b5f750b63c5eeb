import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { NEUTRAL_MANNER, type SynthesisRequest, type Synthesizer } from "../model/model.ts";
import { SynthesisHost } from "./synthesis-host.ts";

const request: SynthesisRequest = {
  text: "Merhaba.",
  pronounced: [],
  speaker: { kind: "built-in", name: "ayla" },
  manner: NEUTRAL_MANNER,
  speed: 1,
};

/** Speaks without end. */
const endless: Synthesizer = {
  task: "synthesis",
  sampleRate: 24_000,
  voices: [],
  voiceSpace: undefined,
  async *synthesize() {
    for (;;) yield await Promise.resolve(new Float32Array(1));
  },
};

test("speech that begins waits for one piece of others at most; all others have turns", async () => {
  const pieces: number[] = [];
  const host = new SynthesisHost(endless, (message) => {
    if (message.type !== "piece") return;
    pieces.push(message.id);
    // In the midst of everybody's turns.
    if (pieces.length === 8) host.synthesize(9, request, 3);
  });
  for (const id of [1, 2, 3, 4]) host.synthesize(id, request, 4);
  while (pieces.length < 19) await nextTurn();
  expect(pieces.slice(0, 9)).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 9]);
  expect(pieces.slice(9, 14)).toEqual([1, 2, 3, 4, 9]);
  expect(pieces.slice(14)).toEqual([1, 2, 3, 4, 9]);
  for (const id of [1, 2, 3, 4, 9]) host.drop(id);
});

test("a step that does not come back is seen by how long it takes", async () => {
  const stuck: Synthesizer = {
    ...endless,
    async *synthesize() {
      yield new Float32Array(1);
      await new Promise(() => undefined);
    },
  };
  const messages: string[] = [];
  const host = new SynthesisHost(stuck, ({ type }) => void messages.push(type));
  host.synthesize(1, request, 1);
  while (messages.length < 1) await nextTurn();
  await nextTurn();
  expect(host.stepMs).toBe(0);
  host.pull(1, 1);
  await expect.poll(() => host.stepMs).toBeGreaterThan(20);
});
