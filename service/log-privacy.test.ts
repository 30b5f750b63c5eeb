import { expect, test } from "vitest";
import { errorEntry, withoutCredentials } from "./log-privacy.ts";

test("an error keeps what names the fault and loses what it quotes", () => {
  const parsing = (() => {
    try {
      return JSON.parse('{"input": Merhaba}') as unknown;
    } catch (error) {
      return error;
    }
  })();
  const database = Object.assign(new Error('duplicate key "voices"', { cause: parsing }), {
    code: "23505",
    table: "voices",
    detail: "Key (name)=(Ayşe) already exists.",
    params: ["Ayşe"],
  });
  const entry = errorEntry(database);
  expect(entry).toMatchObject({
    type: "Error",
    message: 'duplicate key "…"',
    code: "23505",
    table: "voices",
    cause: { type: "SyntaxError" },
  });
  expect(entry.stack).toMatch(/^\s+at .*log-privacy\.test\.ts/);
  expect(JSON.stringify(entry)).not.toMatch(/Ayşe|Merhaba/);
});

test("what is thrown and no error is not shown", () => {
  expect(errorEntry("Merhaba")).toEqual({ type: "string", message: "no error", stack: "" });
});

test("keys and tokens are taken out of a line, wherever they are", () => {
  const line = '{"url":"/v1/audio/stream?token=st_abc.123.def-_","key":"sk_Abc-123_x","task":"x"}';
  expect(withoutCredentials(line)).toBe(
    '{"url":"/v1/audio/stream?token=st_…","key":"sk_…","task":"x"}',
  );
});
