import { describe, expect, test } from "vitest";
import type { JobMessage } from "../process/model-process.ts";
import { EngineError } from "../admission/engine-error.ts";
import { NEUTRAL_MANNER } from "../model/model.ts";
import type { Slot } from "./pool.ts";
import { placeVoice, synthesizeRemotely } from "./remote-synthesis.ts";

/** A slot whose process is answered for, and what was sent to it. */
function slot() {
  const calls: string[] = [];
  const computed: (readonly number[])[] = [];
  let answer: (message: JobMessage) => void = () => undefined;
  const process = {
    openJob(onMessage: typeof answer) {
      answer = onMessage;
      return 1;
    },
    closeJob: () => calls.push("closed"),
    send: ({ type }: { readonly type: string }) => calls.push(type),
  };
  const own = {
    modelId: "synth-v2",
    sampleRate: 100,
    process,
    computed: (...of: readonly number[]) => computed.push(of),
  };
  return {
    slot: own as unknown as Slot,
    calls,
    computed,
    answer: (message: object) => answer(message as JobMessage),
  };
}

const REQUEST = {
  text: "Merhaba.",
  speaker: { kind: "built-in", name: "ada" },
  manner: NEUTRAL_MANNER,
  speed: 1,
} as const;
const never = new AbortController().signal;

async function failureOf(doing: Promise<unknown>): Promise<unknown> {
  return doing.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("speech", () => {
  async function samplesOf(from: AsyncIterable<Float32Array>): Promise<number[]> {
    const all: number[] = [];
    for await (const piece of from) all.push(...piece);
    return all;
  }

  test("comes in pieces, for each of which one more is made, and is counted at its end", async () => {
    const { slot: own, calls, computed, answer } = slot();
    const words: unknown[] = [];
    const spoken = samplesOf(
      synthesizeRemotely(own, REQUEST, never, (some) => words.push(...some)),
    );
    answer({ type: "piece", samples: Float32Array.of(1, 2), words: [{ text: "merhaba" }] });
    answer({ type: "piece", samples: Float32Array.of(3) });
    answer({ type: "spoken", computeSeconds: 0.5 });
    expect(await spoken).toEqual([1, 2, 3]);
    expect(words).toEqual([{ text: "merhaba" }]);
    expect(calls).toEqual(["synthesize", "pull", "pull", "closed"]);
    expect(computed).toEqual([[8, 0.5, 0.03]]);
  });

  test.each([
    [{ type: "failed", message: "out of memory" }, "engine_error", "out of memory"],
    [{ type: "gone" }, "model_loading", "The model synth-v2 is starting."],
  ])("ends where the process answers %o", async (message, code, text) => {
    const { slot: own, calls, answer } = slot();
    const failed = failureOf(samplesOf(synthesizeRemotely(own, REQUEST, never)));
    answer(message);
    const error = await failed;
    expect(error).toBeInstanceOf(EngineError);
    expect(error).toMatchObject({ code, message: text });
    expect(calls).toEqual(["synthesize", "closed"]);
  });

  test("ends when nobody waits for it any more, also while nothing comes", async () => {
    const { slot: own, calls } = slot();
    const leaving = new AbortController();
    const failed = failureOf(samplesOf(synthesizeRemotely(own, REQUEST, leaving.signal)));
    leaving.abort(new Error("gone"));
    expect(await failed).toEqual(new Error("gone"));
    expect(calls).toEqual(["synthesize", "closed"]);
  });
});

describe("a voice", () => {
  const samples = new Float32Array(4);

  test.each([[[1, 2]], [undefined]])("is placed at %j", async (point) => {
    const { slot: own, calls, answer } = slot();
    const placed = placeVoice(own, samples, never);
    answer({ type: "placed", point });
    expect(await placed).toEqual(point);
    expect(calls).toEqual(["place", "closed"]);
  });

  test.each([
    [{ type: "failed", message: "out of memory" }, { code: "engine_error" }],
    [{ type: "gone" }, { code: "model_loading" }],
    [{ type: "spoken" }, { message: "the model synth-v2 answered with spoken" }],
  ])("is not placed where the process answers %o", async (message, failure) => {
    const { slot: own, calls, answer } = slot();
    const failed = failureOf(placeVoice(own, samples, never));
    answer(message);
    expect(await failed).toMatchObject(failure);
    expect(calls).toEqual(["place", "closed"]);
  });

  test("is not waited for by somebody who left", async () => {
    const { slot: own, calls } = slot();
    const leaving = new AbortController();
    const failed = failureOf(placeVoice(own, samples, leaving.signal));
    leaving.abort(new Error("gone"));
    expect(await failed).toEqual(new Error("gone"));
    expect(calls).toEqual(["place", "closed"]);
    expect(await failureOf(placeVoice(own, samples, leaving.signal))).toEqual(new Error("gone"));
    expect(calls).toHaveLength(2);
  });
});
