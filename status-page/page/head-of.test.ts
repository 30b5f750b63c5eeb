import { expect, test } from "vitest";
import { siteTitle } from "./head-of.ts";

test.each([
  ["Turkish Speech", "en", "Turkish Speech Status"],
  ["Acme status page", "en", "Acme status page"],
  ["Türkçe Konuşma", "tr", "Türkçe Konuşma – Durum"],
  ["KONUŞMA DURUMU", "tr", "KONUŞMA DURUMU"],
] as const)("%s is called in %s %s", (name, language, expected) => {
  expect(siteTitle(name, language)).toBe(expected);
});
