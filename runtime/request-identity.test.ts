import { expect, test } from "vitest";
import { givenRequestId, traceIdOf } from "./request-identity.ts";

test.each([
  ["req_0123456789", true],
  ["3f2a8c1e-95f4-4a1b-9d3e-1b2c3d4e5f60", true],
  ["1-67891233:abcdef012345678912345678", true],
  ["a".repeat(128), true],
  ["a".repeat(129), false],
  ["short", false],
  ["with a space in it", false],
  ['quotes"and\\more', false],
  ["line\nbreak-in-it", false],
  ["", false],
])("%j as x-request-id is kept: %s", (given, isKept) => {
  expect(givenRequestId({ "x-request-id": given })).toBe(isKept ? given : undefined);
});

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";

test.each([
  [`00-${trace}-00f067aa0ba902b7-01`, trace],
  [`01-${trace}-00f067aa0ba902b7-00-more`, trace],
  [`00-${"0".repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-${trace}-${"0".repeat(16)}-01`, undefined],
  [`ff-${trace}-00f067aa0ba902b7-01`, undefined],
  [`00-${trace.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
  [`00-${trace}-00f067aa0ba902b7`, undefined],
  ["", undefined],
])("the trace of traceparent %j is %s", (traceparent, expected) => {
  expect(traceIdOf({ traceparent })).toBe(expected);
});

test("a request without headers has neither", () => {
  expect([givenRequestId({}), traceIdOf({})]).toEqual([undefined, undefined]);
});
