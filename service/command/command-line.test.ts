import { expect, test } from "vitest";
import { readCommandLine, UsageError } from "./command-line.ts";

const commandOf = (line: string) => {
  const read = readCommandLine(line.split(" ").filter((word) => word !== ""));
  return read === "help" ? read : read.command;
};
const email = "ada@example.com";

test.each([
  ["", "help"],
  ["--help", "help"],
  ["keys --help", "help"],
  ["list", { verb: "list" }],
  [`create ${email}`, { verb: "create", email, keyName: "first" }],
  [`create ${email} --key server`, { verb: "create", email, keyName: "server" }],
  [`keys ${email}`, { verb: "keys", email }],
  [`keys ${email} create`, { verb: "create-key", email, name: "further" }],
  [`keys ${email} create laptop`, { verb: "create-key", email, name: "laptop" }],
  [`keys ${email} revoke key_1`, { verb: "revoke-key", email, keyId: "key_1" }],
  [`quota ${email}`, { verb: "quota", email, changes: new Map() }],
  [
    `quota ${email} audio-seconds=3600 characters=default`,
    {
      verb: "quota",
      email,
      changes: new Map<string, unknown>([
        ["monthlyAudioSeconds", 3600],
        ["monthlyCharacters", "default"],
      ]),
    },
  ],
  [
    `limits ${email} saved-voices=none requests-per-minute=0`,
    {
      verb: "limits",
      email,
      changes: new Map<string, unknown>([
        ["savedVoices", Infinity],
        ["requestsPerMinute", 0],
      ]),
    },
  ],
  [`usage ${email}`, { verb: "usage", email, month: undefined }],
  [`usage ${email} --month 2026-11`, { verb: "usage", email, month: "2026-11" }],
])("reads: %s", (line, command) => {
  expect(commandOf(line)).toEqual(command);
});

test.each([
  ["frobnicate", "there is no command frobnicate; --help lists them"],
  ["create", "create takes an e-mail address"],
  ["create ada", "create takes an e-mail address, got ada"],
  [`create ${email} more`, "more is one argument too many"],
  ["list more", "more is one argument too many"],
  [`keys ${email} revoke`, "keys EMAIL takes nothing more, create [NAME] or revoke KEY_ID"],
  [`limits ${email} speed=3`, "there is no limit speed; there are requests-per-minute"],
  [`limits ${email} savedVoices=3`, "there is no limit savedVoices"],
  [`quota ${email} voices=3`, "there is no quota voices"],
  [`quota ${email} characters=many`, "characters=many: takes NAME=NUMBER"],
  [`quota ${email} characters=-1`, "characters=-1: takes NAME=NUMBER"],
  [`quota ${email} characters`, "characters: takes NAME=NUMBER"],
  [`usage ${email} --month 13`, "--month takes a month like 2026-11, got 13"],
  ["list --wide", "Unknown option '--wide'"],
])("refuses: %s", (line, message) => {
  expect(() => commandOf(line)).toThrow(UsageError);
  expect(() => commandOf(line)).toThrow(message);
});
