import { expect, test } from "vitest";
import { checkToken, issueToken } from "./demo-session.ts";

const secret = "a secret";
const nowMs = Date.parse("2026-11-21T10:00:00Z");

test("a token is valid for ten minutes", () => {
  const { token, session } = issueToken(secret, nowMs);
  expect(checkToken(token, secret, nowMs + 599_000)).toEqual({ outcome: "valid", session });
  expect(checkToken(token, secret, nowMs + 600_000)).toEqual({ outcome: "token_expired" });
});

test("a token that was changed or signed by someone else is invalid", () => {
  const { token } = issueToken(secret, nowMs);
  const prolonged = token.replace(/\.(\d+)\./, (_, expiry) => `.${Number(expiry) + 1}.`);
  for (const forged of [prolonged, issueToken("other", nowMs).token, "st_x", "st_a.b.c", ""]) {
    expect(checkToken(forged, secret, nowMs)).toEqual({ outcome: "invalid_token" });
  }
});
