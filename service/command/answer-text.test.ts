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

test("accounts are a table, with the minute of their making and the number of their keys", () => {
  const text = answerText({
    object: "accounts",
    data: [
      { id: "acct_1", email: "ada@example.com", keys: 12, created_at: "2026-11-21T10:04:59.000Z" },
      { id: "acct_22", email: "b@example.com", keys: 1, created_at: "2026-01-02T23:59:00.000Z" },
    ],
  });
  expect(text).toBe(
    [
      "e-mail           id       keys  created",
      "ada@example.com  acct_1     12  2026-11-21 10:04",
      "b@example.com    acct_22     1  2026-01-02 23:59",
      "",
    ].join("\n"),
  );
});

test.each([
  [null, "as given"],
  ["correct horse", "correct horse"],
])("a password %s is shown as: %s", (password, shown) => {
  expect(answerText({ object: "password", email: "ada@example.com", password })).toBe(
    `account   ada@example.com\npassword  ${shown}\n`,
  );
});

test.each([
  [true, "off; it was on"],
  [false, "off; it was not on"],
])("two-step sign-in that was on (%s) is now: %s", (was_on, shown) => {
  expect(answerText({ object: "two_step", email: "ada@example.com", was_on })).toBe(
    `account           ada@example.com\ntwo-step sign-in  ${shown}\n`,
  );
});

const KEY = {
  id: "key_1",
  name: "first",
  prefix: "sk_12",
  created_at: "2026-11-21T10:00:00.000Z",
  made_in: "command" as const,
  made_by: null,
  last_used_at: null,
  revoked_at: null,
};

test("keys are a table: who made them, else where, and a dash for what never was", () => {
  const text = answerText({
    object: "keys",
    data: [
      KEY,
      {
        ...KEY,
        id: "key_2",
        made_in: "dashboard",
        made_by: "ada@example.com",
        last_used_at: "2026-11-22T08:30:15.000Z",
        revoked_at: "2026-11-23T09:45:15.000Z",
      },
      { ...KEY, id: "key_3", made_in: null },
    ],
  });
  const rows = text.split("\n").map((line) => line.split(/ {2,}/));
  expect(rows).toEqual([
    ["id", "name", "begins", "created", "made by", "last used", "revoked"],
    ["key_1", "first", "sk_12…", "2026-11-21 10:00", "command", "-", "-"],
    [
      "key_2",
      "first",
      "sk_12…",
      "2026-11-21 10:00",
      "ada@example.com",
      "2026-11-22 08:30",
      "2026-11-23 09:45",
    ],
    ["key_3", "first", "sk_12…", "2026-11-21 10:00", "-", "-", "-"],
    [""],
  ]);
});

test("a new key shows its secret", () => {
  expect(answerText({ ...KEY, object: "new_key", key: "sk_1234567890" })).toBe(
    "key      first (key_1)\nAPI key  sk_1234567890\n",
  );
});

test("limits say which are the account's own", () => {
  const text = answerText({
    object: "limits",
    data: [
      { name: "saved-voices", value: null, default: 20, is_own: true },
      { name: "requests-per-minute", value: 1200, default: 1200, is_own: false },
    ],
  });
  expect(text).toBe(
    [
      "limit                value  default",
      "saved-voices          none       20  own",
      "requests-per-minute  1,200    1,200",
      "",
    ].join("\n"),
  );
});

test("usage has one row for each day, with tenths of seconds", () => {
  const row = {
    day: "2026-11-21",
    product: "speech" as const,
    key: "first",
    requests: 3,
    characters: 1200,
  };
  const text = answerText({
    object: "usage",
    month: "2026-11",
    data: [{ ...row, audio_seconds: 1.26 }],
  });
  expect(text).toBe(
    [
      "day         product  key    requests  audio seconds  characters",
      "2026-11-21  speech   first         3            1.3       1,200",
      "",
    ].join("\n"),
  );
});
