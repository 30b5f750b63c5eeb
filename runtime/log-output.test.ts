import { hostname } from "node:os";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { type LogOutput, logOutput, REQUEST_MESSAGE } from "./log-output.ts";
import { programLog } from "./program-log.ts";
import type { Environment } from "./settings.ts";

function written(
  terminal: Partial<LogOutput>,
  environment: Environment,
  say: (log: pino.Logger) => void,
) {
  let text = "";
  const output = { ...terminal, write: (piece: string) => ((text += piece), true) };
  say(pino({ name: "monitor" }, logOutput(output as LogOutput, environment)));
  return text;
}

const terminal = { isTTY: true };
const time = String.raw`\[\d\d:\d\d:\d\d\]`;

test("lines of every program have the same shape", () => {
  let line = "";
  const output = { isTTY: false, write: (piece: string) => ((line += piece), true) };
  programLog("prober", output, {}).info({ check: "web" }, "did not pass");
  expect(JSON.parse(line)).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    pid: process.pid,
    hostname: hostname(),
    name: "prober",
    check: "web",
    msg: "did not pass",
  });
});

describe("at a terminal", () => {
  test("an event is one short line", () => {
    const text = written(terminal, {}, (log) => {
      log.warn({ check: "stt-file", attempt: 2, phases: { dns: 1 } }, "did not pass");
      log.error({ err: new Error("no\n  answer") }, "a statement failed");
    });
    expect(text.split("\n")).toEqual([
      expect.stringMatching(
        new RegExp(
          String.raw`^${time} WARN: did not pass check=stt-file attempt=2 phases={"dns":1}$`,
        ),
      ),
      expect.stringMatching(new RegExp(`^${time} ERROR: a statement failed: no answer$`)),
      "",
    ]);
  });

  test("levels have colours where it has them", () => {
    const say = (log: pino.Logger) => log.warn({ check: "stt-file" }, "did not pass");
    expect(written({ ...terminal, hasColors: () => true }, {}, say)).toContain("\u001B[");
    expect(written({ ...terminal, hasColors: () => false }, {}, say)).not.toContain("\u001B[");
  });

  const requests = (log: pino.Logger) => {
    log.info({ route: "/v1/models", status: 200 }, REQUEST_MESSAGE);
    log.info({ route: "/v1/voices", status: 500 }, REQUEST_MESSAGE);
  };

  test("requests are shown that failed, and all of them when asked for", () => {
    expect(written(terminal, {}, requests)).toMatch(/^.*request route=\/v1\/voices status=500\n$/);
    expect(written(terminal, { LOG_REQUESTS: "true" }, requests)).toContain("/v1/models");
  });

  test("a setting that is none is named", () => {
    expect(() =>
      logOutput({ ...terminal, write: () => true } as LogOutput, { LOG_REQUESTS: "yes" }),
    ).toThrow('LOG_REQUESTS is "yes"; it takes one of true, false');
  });
});

test.each([
  ["where nobody reads along", {}, {}],
  ["in production", terminal, { NODE_ENV: "production" }],
])("%s an event is a line of JSON", (_where, output, environment) => {
  const text = written(output, environment, (log) => log.info({ status: 200 }, REQUEST_MESSAGE));
  expect(JSON.parse(text)).toMatchObject({ msg: "request", status: 200, name: "monitor" });
});

test("every program leaves out what is below LOG_LEVEL", () => {
  let text = "";
  const output = { write: (piece: string) => ((text += piece), true) };
  const log = programLog("prober", output, { LOG_LEVEL: "warn" });
  log.info("probing");
  log.warn("did not pass");
  expect(JSON.parse(text)).toMatchObject({ name: "prober", msg: "did not pass" });
  expect(() => programLog("prober", output, { LOG_LEVEL: "loud" })).toThrow(
    'LOG_LEVEL is "loud"; it takes one of trace, debug, info, warn, error',
  );
});
