import { describe, expect, test } from "vitest";
import { Fault } from "#runtime/fault.ts";
import { peakMemoryBytes } from "../trial/peak-memory.ts";
import type { RunningModel } from "../trial/running-model.ts";
import { speakText } from "../trial/speak-text.ts";
import { evaluate } from "./evaluation.ts";
import { hearClips } from "./hear-clips.ts";
import { MAX_TEXT_CHARACTERS, type Clip } from "./layouts/clip.ts";

/** A model that is never asked: no recording of these tests can be opened. */
const modelIn = (state: "ok" | "restarting") =>
  ({ engine: {}, pool: { id: "own-1", state } }) as unknown as RunningModel;

const clip = (name: string, text = "bir"): Clip => ({
  name,
  file: `/nowhere/${name}`,
  text,
  traits: {},
});

describe("clips that cannot be heard", () => {
  test("are left out in their order, with the reason, and are counted as done", async () => {
    const counts: number[] = [];
    const clips = [
      clip("a.wav"),
      clip("long.wav", "a".repeat(MAX_TEXT_CHARACTERS + 1)),
      clip("most.wav", "a".repeat(MAX_TEXT_CHARACTERS)),
      clip("b.wav"),
      clip("c.wav"),
    ];
    const { heard, leftOut } = await hearClips(modelIn("ok"), clips, (count) => counts.push(count));
    expect(heard).toEqual([]);
    expect(leftOut.map(({ name }) => name)).toEqual(clips.map(({ name }) => name));
    expect(leftOut[1]?.reason).toBe("its text is longer than 20000 characters");
    for (const at of [0, 2, 3, 4]) expect(leftOut[at]?.reason).toMatch(/^ENOENT: [^\n]+$/);
    expect(counts).toEqual([1, 2, 3, 4, 5]);
  });

  test("are no evaluation where there are no others", async () => {
    const list = { layout: "texts", clips: [clip("a.wav"), clip("b.wav")] };
    const failed = evaluate(modelIn("ok"), list, () => undefined);
    await expect(failed).rejects.toThrow(Fault);
    await expect(failed).rejects.toThrow(/^none of 2 clips can be heard; a\.wav: ENOENT/);
  });

  test("are the model's fault where its process has ended", async () => {
    const failed = hearClips(modelIn("restarting"), [clip("a.wav")], () => undefined);
    await expect(failed).rejects.toThrow(new Fault("the process of own-1 ended"));
  });
});

test.each([
  ["a".repeat(5_001), "the text has 5001 characters; at most 5000"],
  ["", "the text has nothing that can be spoken"],
  [" … ", "the text has nothing that can be spoken"],
])("a text that cannot be spoken is a fault: %#", async (text, message) => {
  await expect(speakText(modelIn("ok"), text)).rejects.toThrow(new Fault(message));
});

test.runIf(process.platform === "linux")(
  "a process has a peak of memory, and none has none",
  async () => {
    const peak = (await peakMemoryBytes(process.pid)) ?? 0;
    // What is in use now has been its peak at least, but for what was given back meanwhile.
    expect(peak).toBeGreaterThan(process.memoryUsage.rss() / 2);
    expect(peak).toBeGreaterThan(10 * 1024 * 1024);
    expect(await peakMemoryBytes(2 ** 30)).toBeUndefined();
  },
);
