import { expect, test } from "vitest";
import { answerText } from "./answer-text.ts";

test("a table sets numbers to the right and says none where there is none", () => {
  const text = answerText({
    object: "quota",
    month: "2026-11",
    resets_at: "2026-12-01T00:00:00.000Z",
    data: [
      { name: "audio-seconds", limit: 360_000, used: 1.5, reserved: 0 },
      { name: "characters", limit: null, used: 1_234_567, reserved: 60 },
    ],
  });
  expect(text).toBe(
    [
      "2026-11          quota       used  reserved",
      "audio-seconds  360,000        1.5         0",
      "characters        none  1,234,567        60",
      "The next month begins 2026-12-01 00:00 UTC.",
      "",
    ].join("\n"),
  );
});

test("an empty table says so", () => {
  expect(answerText({ object: "usage", month: "2026-11", data: [] })).toBe("(none)\n");
});

test("a new account shows its secrets", () => {
  const key = {
    id: "key_1",
    name: "first",
    prefix: "sk_1234567",
    created_at: "2026-11-21T10:00:00.000Z",
    made_in: "command" as const,
    made_by: null,
    last_used_at: null,
    revoked_at: null,
    key: "sk_1234567890",
  };
  const account = { object: "new_account", id: "acct_1", email: "ada@example.com" } as const;
  expect(answerText({ ...account, password: null, api_key: key })).toBe(
    [
      "account   ada@example.com (acct_1)",
      "password  as given",
      "API key   sk_1234567890",
      "",
    ].join("\n"),
  );
});
