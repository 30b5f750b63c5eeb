import { expect, test } from "vitest";
import { reasonOf } from "./reason.ts";

test("a reason is one line, once for all addresses, and without what Node advises", () => {
  expect(reasonOf(new Error("it is\n  so "))).toBe("it is so");
  const refused = () => new Error("connect ECONNREFUSED");
  expect(reasonOf(new AggregateError([refused(), refused(), new Error("other")]))).toBe(
    "connect ECONNREFUSED; other",
  );
  const certificate =
    "unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca";
  expect(reasonOf(new Error(certificate))).toBe("unable to verify the first certificate");
  expect(reasonOf("a text")).toBe("a text");
  expect(reasonOf(new TypeError(""))).toBe("TypeError");
});
