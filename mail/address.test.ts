import { expect, test } from "vitest";
import { readEmailAddress } from "./address.ts";

test.each([
  ["ayse@example.com", "ayse@example.com"],
  [" Ayse.Yilmaz+Status@Example.COM ", "ayse.yilmaz+status@example.com"],
  ["o'brien@mail.example.co.uk", "o'brien@mail.example.co.uk"],
  ["ayşe@örnek.example", "ayşe@xn--rnek-4qa.example"],
])("%s is an address", (text, stored) => {
  expect(readEmailAddress(text)).toBe(stored);
});

test.each([
  "",
  "ayse",
  "@example.com",
  "ayse@",
  "ayse@localhost",
  "ayse@127.0.0.1",
  "ayse@[127.0.0.1]",
  "a@b@example.com",
  "ayse @example.com",
  "ayse@example.com, veli@example.com",
  "Ayşe <ayse@example.com>",
  "<ayse@example.com>",
  "1,ayse@example.com",
  "g:ayse@example.com;",
  "(x)ayse@example.com",
  "ayse@example.com\r\nBcc: veli@example.com",
  ".ayse@example.com",
  "ayse..y@example.com",
  '"ayse y"@example.com',
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(60)}.com`,
])("%s is none", (text) => {
  expect(readEmailAddress(text)).toBeUndefined();
});
