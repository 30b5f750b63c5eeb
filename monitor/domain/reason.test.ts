import { expect, test } from "vitest";
import { areRelated, canCause, isReason, reasons } from "./reason.ts";

test("faults of one nature are related, and those of which nothing is known", () => {
  expect(areRelated("timeout", "connect_refused")).toBe(true);
  expect(areRelated("timeout", "silent_audio")).toBe(false);
  expect(areRelated("silent_audio", "transcript_mismatch")).toBe(false);
  expect(areRelated("certificate_expired", "tls_error")).toBe(true);
  expect(areRelated("certificate_expired", "timeout")).toBe(false);
  expect(areRelated("a reason of another version", "timeout")).toBe(true);
  expect(areRelated(null, "timeout")).toBe(true);
});

test("what does not serve explains all but a certificate and a name; wrong speech explains wrong speech", () => {
  expect(canCause("timeout", "asset_missing")).toBe(true);
  expect(canCause("connect_refused", "bad_status")).toBe(true);
  expect(canCause("timeout", "certificate_expired")).toBe(false);
  expect(canCause("timeout", "wrong_dns_answer")).toBe(false);
  expect(canCause("silent_audio", "asset_missing")).toBe(false);
  expect(canCause("silent_audio", "timeout")).toBe(false);
  expect(canCause("silent_audio", "transcript_mismatch")).toBe(true);
  expect(canCause("marker_missing", "asset_missing")).toBe(true);
  expect(canCause("marker_missing", "timeout")).toBe(false);
  expect(canCause(null, "certificate_expired")).toBe(true);
  expect(canCause("timeout", null)).toBe(true);
  expect(canCause("silent_audio", "a reason of another version")).toBe(true);
});

test("every reason has a meaning", () => {
  expect(Object.values(reasons).every((meaning) => meaning.length > 0)).toBe(true);
  expect(isReason("timeout")).toBe(true);
  expect(isReason("toString")).toBe(false);
});
