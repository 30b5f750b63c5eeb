import { expect, test } from "vitest";
import { hasNeuralInstructions } from "./processors.ts";

const processor = (flags: string) =>
  `processor\t: 0\nmodel name\t: AMD EPYC\nflags\t\t: fpu ${flags} avx2\nbugs\t\t: spectre_v1\n`;

test.each([
  ["avx512_vnni", true],
  ["avx_vnni", true],
  ["avx512f avx512bw", false],
  ["avx512_vnni_other", false],
])("of processors with %s, whether they add up bytes in 32 bits is %s", (flags, has) => {
  expect(hasNeuralInstructions(processor(flags))).toBe(has);
});

test("where the processors are not described they have no such instructions", () => {
  expect(hasNeuralInstructions("")).toBe(false);
});

test("a word elsewhere than among the flags does not count", () => {
  expect(hasNeuralInstructions("model name\t: avx_vnni\nflags\t\t: fpu avx2\n")).toBe(false);
});
