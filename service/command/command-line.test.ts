import { expect, test } from "vitest";
import { readCommandLine } from "./command-line.ts";
import { UsageError } from "./commands.ts";

const commandOf = (line: string) => {
  const read = readCommandLine(line.split(" ").filter((word) => word !== ""));
  return "help" in read ? "help" : read.given;
};
const email = "ada@example.com";

test.each([
  ["", "help"],
  ["--help", "help"],
  ["help", "help"],
  ["keys --help", "help"],
  ["list", {}],
  [`create ${email}`, { email, keyName: "first" }],
  [`create ${email} --key server`, { email, keyName: "server" }],
  [`password ${email}`, { email }],
  [`two-step-off ${email}`, { email }],
  [`keys ${email}`, { email }],
  [`keys ${email} create`, { email, create: "further" }],
  [`keys ${email} create laptop`, { email, create: "laptop" }],
  [`keys ${email} revoke key_1`, { email, revoke: "key_1" }],
  [`quota ${email}`, { email, changes: new Map() }],
  [
    `quota ${email} audio-seconds=3600 characters=default`,
    {
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
      email,
      changes: new Map<string, unknown>([
        ["savedVoices", Infinity],
        ["requestsPerMinute", 0],
      ]),
    },
  ],
  [`usage ${email}`, { email, month: undefined }],
  [`usage ${email} --month 2026-11`, { email, month: "2026-11" }],
])("reads: %s", (line, command) => {
  expect(commandOf(line)).toEqual(command);
});

test.each([
  ["frobnicate", "there is no command frobnicate; --help lists them"],
  ["create", "missing required argument 'email'"],
  ["create ada", "the command takes an e-mail address, got ada"],
  [`create ${email} more`, "too many arguments for 'create'. Expected 1 argument but got 2"],
  ["list more", "too many arguments for 'list'. Expected 0 arguments but got 1: more."],
  [`keys ${email} revoke`, "keys EMAIL takes nothing more, create [NAME] or revoke KEY_ID"],
  [`limits ${email} speed=3`, "there is no limit speed; there are requests-per-minute"],
  [`limits ${email} savedVoices=3`, "there is no limit savedVoices"],
  [`quota ${email} voices=3`, "there is no quota voices"],
  [`quota ${email} characters=many`, "characters=many: takes NAME=NUMBER"],
  [`quota ${email} characters=-1`, "characters=-1: takes NAME=NUMBER"],
  [`quota ${email} characters`, "characters: takes NAME=NUMBER"],
  [`usage ${email} --month 13`, "--month takes a month like 2026-11, got 13"],
  ["list --wide", "unknown option '--wide'"],
  ["list --month 2026-11", "unknown option '--month'"],
])("refuses: %s", (line, message) => {
  expect(() => commandOf(line)).toThrow(UsageError);
  expect(() => commandOf(line)).toThrow(message);
});

test.each([
  ["list", { isJson: false, passwordFromInput: false }],
  ["list --json", { isJson: true }],
  [`--json create ${email} --password-stdin`, { isJson: true, passwordFromInput: true }],
])("%s says how it is answered and where the password is", (line, expected) => {
  expect(readCommandLine(line.split(" "))).toMatchObject(expected);
});
