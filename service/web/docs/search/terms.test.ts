import { expect, test } from "vitest";
import { termsOf, wordsAndPiecesOf, wordsOf } from "./terms.ts";

const stem = (word: string) => termsOf(wordsOf(word)[0]!, "tr").at(-1);

test("letters lose case and marks, whatever keyboard they come from", () => {
  expect(wordsOf("KIMLIK DOĞRULAMA, İstek sınırı; TIMESTAMPS")).toEqual([
    "kimlik",
    "dogrulama",
    "istek",
    "siniri",
    "timestamps",
  ]);
});

test("an ending after an apostrophe is left out, and a name comes whole and in pieces", () => {
  expect(wordsOf("API'ye the account’s")).toEqual(["api", "the", "account"]);
  expect(wordsAndPiecesOf("rate_limit x-request-id")).toEqual([
    "rate_limit",
    "rate",
    "limit",
    "x",
    "request",
    "id",
  ]);
});

test.each([
  ["damgaları", "damgalari"],
  ["sınırlar", "SINIRLAR"],
  ["telaffuzu", "telaffuz"],
  ["seslerin", "sesler"],
  ["sözlüğü", "sozlugu"],
  ["transkripsiyonları", "transkripsiyonlari"],
])("%s and %s have one stem", (one, other) => {
  expect(stem(one)).toBe(stem(other));
});

test("English words lose their endings, and names and numbers keep theirs", () => {
  expect(termsOf("timestamps", "en")).toEqual(["timestamps", "timestamp"]);
  expect(termsOf("rate_limits", "en")).toEqual(["rate_limits"]);
  expect(termsOf("429", "tr")).toEqual(["429"]);
});
