import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { mayAct, roleOf } from "./console-people.ts";

const provider = { OIDC_ISSUER: "https://login.example.com", OIDC_CLIENT_ID: "status" };

test("the highest role of an address counts, by itself or by its domain", () => {
  const { consoleSignIn } = readConfig({
    ...provider,
    CONSOLE_VIEWERS: "@example.com",
    CONSOLE_RESPONDERS: "Ayse@example.com, can@other.example",
    CONSOLE_ADMINS: "@ops.example.com",
  });
  const roles = ["x@example.com", "ayse@example.com", "can@other.example", "a@ops.example.com"];
  expect(roles.map((one) => roleOf(one, consoleSignIn!.people))).toEqual([
    "viewer",
    "responder",
    "responder",
    "admin",
  ]);
  expect(roleOf("x@evil-example.com", consoleSignIn!.people)).toBeUndefined();
  expect(roleOf("ayse@example.com@evil.example", consoleSignIn!.people)).toBeUndefined();
});

test("nobody signs in with a provider where nobody is named, or none is set", () => {
  expect(readConfig(provider).consoleSignIn).toBeUndefined();
  expect(readConfig({ CONSOLE_ADMINS: "@example.com" }).consoleSignIn).toBeUndefined();
  expect(() => readConfig({ ...provider, CONSOLE_ADMINS: "ayse" })).toThrow(
    /^CONSOLE_ADMINS has "ayse"; it takes /,
  );
});

test("each role may what those before it may", () => {
  expect(mayAct("viewer", "responder")).toBe(false);
  expect(mayAct("responder", "viewer")).toBe(true);
  expect(mayAct("admin", "admin")).toBe(true);
});
