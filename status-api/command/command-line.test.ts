import { expect, test } from "vitest";
import type { Command } from "./command.ts";
import { readCommandLine } from "./command-line.ts";
import { UsageError } from "./usage-error.ts";

const nowMs = Date.parse("2026-11-21T12:00:00Z");
const minuteMs = 60_000;

const commandOf = (words: readonly string[]) => {
  const read = readCommandLine(words, nowMs);
  return read === "help" ? read : read.command;
};

test.each([[[]], [["--help"]], [["help"]], [["incident", "open", "-h"]]])("helps: %j", (words) => {
  expect(commandOf(words)).toBe("help");
});

test.each<[string[], Partial<Command>]>([
  [["incident", "list"], { verb: "list-incidents", open: false }],
  [["incident", "list", "--open", "--limit", "5"], { verb: "list-incidents", open: true }],
  [
    ["incident", "open", "Search is slow", "--body", "Looking.", "--component", "web"],
    { verb: "open-incident", name: "Search is slow", body: "Looking.", components: ["web"] },
  ],
  [
    ["incident", "open", "X", "--body", "Y", "--since", "2026-11-21T11:00Z"],
    { verb: "open-incident", since: nowMs - 60 * minuteMs },
  ],
  [
    ["incident", "update", "i1", "--body", "B", "--status", "identified"],
    { verb: "update-incident", id: "i1", status: "identified" },
  ],
  [["incident", "resolve", "i1"], { verb: "resolve-incident", id: "i1", body: undefined }],
  [["incident", "postmortem", "i1", "--body", "-"], { verb: "write-postmortem", body: "-" }],
  [
    ["maintenance", "schedule", "M", "--body", "B", "--from", "in 2h", "--for", "30m"],
    {
      verb: "schedule-maintenance",
      from: nowMs + 120 * minuteMs,
      until: nowMs + 150 * minuteMs,
    },
  ],
  [
    ["maintenance", "schedule", "M", "--body", "B", "--until", "+1h"],
    { verb: "schedule-maintenance", from: undefined, until: nowMs + 60 * minuteMs },
  ],
  [
    ["maintenance", "extend", "m1", "+30m"],
    { verb: "extend-maintenance", id: "m1", end: { laterByMs: 30 * minuteMs } },
  ],
  [
    ["maintenance", "extend", "m1", "in 30m"],
    { verb: "extend-maintenance", end: { atMs: nowMs + 30 * minuteMs } },
  ],
  [["maintenance", "cancel", "m1"], { verb: "step-maintenance", step: "cancel", id: "m1" }],
  [["audit", "--of", "i1"], { verb: "audit", subject: "i1" }],
  [["evidence", "list", "--component", "tts"], { verb: "list-evidence", component: "tts" }],
  [["evidence", "get", "e1", "--save", "out"], { verb: "get-evidence", directory: "out" }],
  [["subscribers", "list", "--active"], { verb: "list-subscribers", active: true }],
  [["subscribers", "remove", "s1"], { verb: "remove-subscriber", id: "s1" }],
])("reads %j", (words, command) => {
  expect(commandOf(words)).toMatchObject(command);
});

test.each<[string[], string]>([
  [["incident"], "there is no command incident; --help lists them"],
  [["incident", "delete", "i1"], "there is no command incident delete; --help lists them"],
  [["constructor"], "there is no command constructor"],
  [["incident", "open"], "incident open takes the incident's name"],
  [["incident", "open", "X"], "incident open takes --body TEXT"],
  [["incident", "open", "X", "Y", "--body", "B"], "Y is one argument too many"],
  [
    ["incident", "open", "X", "--body", "B", "--for", "1h"],
    "incident open takes no --for; it takes",
  ],
  [["incident", "show", "i1", "--open"], "incident show takes no --open; it takes no options"],
  [["incident", "open", "X", "--body", "B", "--since", "soon"], "--since takes a time: now, +30m"],
  [["maintenance", "schedule", "M", "--body", "B"], "takes --until TIME or --for LENGTH"],
  [
    ["maintenance", "schedule", "M", "--body", "B", "--until", "+1h", "--for", "1h"],
    "--until TIME or --for LENGTH, one of them",
  ],
  [["maintenance", "extend", "m1"], "maintenance extend takes a time, like +30m"],
  [["maintenance", "extend", "m1", "30m"], "maintenance extend takes a time: now"],
  [["audit", "i1"], "i1 is one argument too many"],
  [["incident", "list", "--wide"], "Unknown option '--wide'"],
])("refuses %j", (words, message) => {
  expect(() => commandOf(words)).toThrow(UsageError);
  expect(() => commandOf(words)).toThrow(message);
});
