import { expect, test } from "vitest";
import { progressOn } from "./progress.ts";

/** Returns progress, and what it wrote. */
function written(isTTY?: boolean) {
  const texts: string[] = [];
  const write = (text: string) => void texts.push(text);
  return { progress: progressOn(isTTY === undefined ? { write } : { isTTY, write }), texts };
}

const CLEARED = "\r\u001B[K";

test.each([
  ["a.onnx", 0, 2_500_000, "a.onnx: 2.5 MB\n"],
  ["a.onnx", 0, undefined, "a.onnx\n"],
  ["a.onnx", 1_000_000, 2_500_000, "a.onnx: 2.5 MB, goes on at 1.0 MB\n"],
  ["a.onnx", 1, undefined, "a.onnx, goes on at 0.0 MB\n"],
])("a file has one line where nobody watches: %s from %s of %s", (name, from, total, line) => {
  const { progress, texts } = written();
  progress.begin(name, from, total);
  progress.received(2_000_000);
  progress.end();
  progress.say("done");
  expect(texts).toEqual([line, "done\n"]);
});

test("a file has one line that changes at a terminal, which the next one replaces", () => {
  const { progress, texts } = written(true);
  progress.received(1);
  progress.begin("a.onnx", 0, 2_000_000);
  progress.received(1_000_000);
  // Too soon for another one.
  progress.received(1_500_000);
  progress.end();
  progress.end();
  progress.begin("b.onnx", 0, undefined);
  progress.received(3_000_000);
  progress.say("b.onnx broke off");
  expect(texts.map((text) => text.replace(/[\d.]+ MB\/s$/, "…"))).toEqual([
    `${CLEARED}a.onnx: 1.0 MB of 2.0 MB, …`,
    CLEARED,
    `${CLEARED}b.onnx: 3.0 MB, …`,
    `${CLEARED}b.onnx broke off\n`,
  ]);
});

test("the speed counts from where a file goes on", () => {
  const { progress, texts } = written(true);
  progress.begin("a.onnx", 1_000_000, 2_000_000);
  progress.received(1_000_000);
  expect(texts).toEqual([`${CLEARED}a.onnx: 1.0 MB of 2.0 MB, 0.0 MB/s`]);
});
