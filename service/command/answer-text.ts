import type { Answer, KeyAnswer } from "./account-work.ts";
import { fields, table, type Cell } from "#runtime/plain-table.ts";

/** Writes an answer for a person: a table, or the secrets that are shown once. */
export function answerText(answer: Answer): string {
  switch (answer.object) {
    case "accounts":
      return table(
        ["e-mail", "id", "keys", "created"],
        answer.data.map(({ email, id, keys, created_at }) => [email, id, keys, minute(created_at)]),
      );
    case "new_account":
      return fields([
        ["account", `${answer.email} (${answer.id})`],
        ["password", answer.password ?? "as given"],
        ["API key", answer.api_key.key],
      ]);
    case "password":
      return fields([
        ["account", answer.email],
        ["password", answer.password ?? "as given"],
      ]);
    case "two_step":
      return fields([
        ["account", answer.email],
        ["two-step sign-in", answer.was_on ? "off; it was on" : "off; it was not on"],
      ]);
    case "keys":
      return table(
        ["id", "name", "begins", "created", "made by", "last used", "revoked"],
        answer.data.map(keyRow),
      );
    case "new_key":
      return fields([
        ["key", `${answer.name} (${answer.id})`],
        ["API key", answer.key],
      ]);
    case "quota":
      return [
        table(
          [answer.month, "quota", "used", "reserved"],
          answer.data.map(({ name, limit, used, reserved }) => [name, limit, used, reserved]),
        ),
        `The next month begins ${minute(answer.resets_at)} UTC.\n`,
      ].join("");
    case "limits":
      return table(
        ["limit", "value", "default", ""],
        answer.data.map((limit) => [
          limit.name,
          limit.value,
          limit.default,
          limit.is_own ? "own" : "",
        ]),
      );
    case "usage":
      return table(
        ["day", "product", "key", "requests", "audio seconds", "characters"],
        answer.data.map((row) => [
          row.day,
          row.product,
          row.key,
          row.requests,
          Number(row.audio_seconds.toFixed(1)),
          row.characters,
        ]),
      );
  }
}

function keyRow(key: KeyAnswer): readonly Cell[] {
  const { id, name, prefix, created_at, made_in, made_by, last_used_at, revoked_at } = key;
  return [
    id,
    name,
    `${prefix}…`,
    minute(created_at),
    made_by ?? made_in ?? "-",
    minute(last_used_at),
    minute(revoked_at),
  ];
}

function minute(time: string | null): string {
  return time === null ? "-" : time.slice(0, 16).replace("T", " ");
}
