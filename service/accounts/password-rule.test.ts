import { expect, test } from "vitest";
import { passwordFault } from "./password-rule.ts";

const email = "ayse.demir@bogazici.example";

test.each([
  "correct horse battery",
  "yağmurlu bir salı günü",
  "839205716344",
  "kX9!vb2#Lq7z",
  "parola değil, dört sözcük",
])("%s will do", (password) => {
  expect(passwordFault(password, email)).toBeUndefined();
});

test.each([
  ["kX9!vb2#Lq7", "too-short"],
  ["ş".repeat(11), "too-short"],
  ["a b c d e ".repeat(13), "too-long"],
  ["passwordpassword", "too-common"],
  ["P@ssw0rd2026!", "too-common"],
  ["Galatasaray1905", "too-common"],
  ["FENERBAHÇE1907!!", "too-common"],
  ["123456789012", "too-common"],
  ["qwertyuiop123", "too-common"],
  ["aaaaaaaaaaaa", "too-common"],
  ["abababababab", "too-common"],
  ["Şifre12345678", "too-common"],
  ["ayse.demir@bogazici.example", "like-email"],
  ["ayse.demir26!", "like-email"],
  ["Bogazici1234", "like-email"],
] as const)("%s is refused: %s", (password, fault) => {
  expect(passwordFault(password, email)).toBe(fault);
});
