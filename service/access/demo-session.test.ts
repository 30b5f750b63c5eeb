import { expect, test } from "vitest";
import { checkToken, issueToken } from "./demo-session.ts";

const secret = "a secret";
const nowMs = Date.parse("2026-11-21T10:00:00Z");

test("a token is valid for ten minutes", () => {
  const { token, session } = issueToken(secret, nowMs);
  expect(checkToken(token, secret, nowMs + 599_000)).toEqual({ outcome: "valid", session });
  expect(checkToken(token, secret, nowMs + 600_000)).toEqual({ outcome: "token_expired" });
});

test("a token knows the key that began it", () => {
  const { token, session } = issueToken(secret, nowMs, "key_Ab-1");
  expect(session.keyId).toBe("key_Ab-1");
  expect(checkToken(token, secret, nowMs)).toEqual({ outcome: "valid", session });
  for (const forged of [token.replace("key_Ab-1", "key_Ab-2"), token.replace(".key_Ab-1", "")]) {
    expect(checkToken(forged, secret, nowMs)).toEqual({ outcome: "invalid_token" });
  }
});

test("a token that would last longer than any that is made is invalid", () => {
  const { token } = issueToken(secret, nowMs + 3_600_000);
  expect(checkToken(token, secret, nowMs)).toEqual({ outcome: "invalid_token" });
});

test("a token that was changed or signed by someone else is invalid", () => {
  const { token } = issueToken(secret, nowMs);
  const prolonged = token.replace(/\.(\d+)\./, (_, expiry) => `.${Number(expiry) + 1}.`);
  for (const forged of [prolonged, issueToken("other", nowMs).token, "st_x", "st_a.b.c", ""]) {
    expect(checkToken(forged, secret, nowMs)).toEqual({ outcome: "invalid_token" });
  }
});
