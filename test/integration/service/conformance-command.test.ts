import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { readCommandLine } from "../../conformance/command-line.ts";
import { projectRoot } from "../../support/program.ts";

const SERVICE = "http://127.0.0.1:8080";

test("what is not said has its default", () => {
  expect(readCommandLine([SERVICE, "--key", "sk_a"])).toEqual({
    url: SERVICE,
    key: "sk_a",
    ttsUrl: SERVICE,
    statusUrl: undefined,
    compatModel: "whisper-1",
    only: "",
  });
});

test("everything can be said, and help asked for", () => {
  const options = ["--status-url", "https://status", "--tts-url", "https://tts"];
  const more = ["--compat-model", "whisper-2", "--only", "limits"];
  expect(readCommandLine([SERVICE, "--key", "sk_a", ...options, ...more])).toMatchObject({
    ttsUrl: "https://tts",
    statusUrl: "https://status",
    compatModel: "whisper-2",
    only: "limits",
  });
  expect(readCommandLine(["--help"])).toBe("help");
});

describe("what is wrong is said in one line", () => {
  test.each([
    [[], /^BASE_URL is missing$/],
    [[SERVICE], /^--key is missing$/],
    [[SERVICE, "--key"], /^Option '--key <value>' argument missing$/],
    [[SERVICE, "--key", "--only"], /^Option '--key' argument is ambiguous$/],
    [[SERVICE, "--key", "sk_a", "--fast"], /^Unknown option '--fast'$/],
    [["localhost", "--key", "sk_a"], /^BASE_URL is localhost, and takes a URL .*$/],
    [[SERVICE, "--key", "sk_a", "--status-url", "page"], /^--status-url is page, .*$/],
    [[SERVICE, SERVICE, "--key", "sk_a"], /^there is one BASE_URL, not 2$/],
  ])("%j", (parameters, expected) => {
    let error: unknown;
    try {
      readCommandLine(parameters);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).not.toContain("\n");
    expect((error as TypeError).message).toMatch(expected);
  });
});

test("the program says it on stderr, without a stack, and ends with 2", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["launch/start.mjs", "test/conformance/run.ts", SERVICE, "--fast"],
    { cwd: projectRoot, encoding: "utf8" },
  );
  expect(stderr).toMatch(/^Unknown option '--fast'; usage: npm run conformance -- [^\n]+\n$/);
  expect([status, stdout]).toEqual([2, ""]);
});
