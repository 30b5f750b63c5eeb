import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  ADMIN_TOKEN_FILE,
  BOOTSTRAP_API_KEY_FILE,
  BOOTSTRAP_PASSWORD_FILE,
} from "#runtime/data-files.ts";
import type { Environment } from "#runtime/settings.ts";
import { readAccount, readAdminToken, readApiKey, readConfig } from "./prober-config.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "speech-prober-"));
});
afterEach(() => rm(directory, { recursive: true }));

const config = (environment: Environment = {}) =>
  readConfig({ DATA_DIR: directory, ...environment });
const write = (name: string, secret: string) => writeFile(path.join(directory, name), secret);

describe("the API key", () => {
  test("is the one that is set, else that of the service in the data directory", async () => {
    await write(BOOTSTRAP_API_KEY_FILE, "of the file\n");
    expect(await readApiKey(config(), 0)).toBe("of the file");
    expect(await readApiKey(config({ BOOTSTRAP_API_KEY: "boot" }), 0)).toBe("boot");
    const both = { BOOTSTRAP_API_KEY: "boot", PROBE_API_KEY: "own" };
    expect(await readApiKey(config(both), 0)).toBe("own");
  });

  test("is waited for, and asked for when it does not come", async () => {
    const file = path.join(directory, BOOTSTRAP_API_KEY_FILE);
    const waits: string[] = [];
    const onWait = (waited: string) => {
      waits.push(waited);
      void write(BOOTSTRAP_API_KEY_FILE, "late");
    };
    expect(await readApiKey(config(), 10_000, { onWait })).toBe("late");
    expect(waits).toEqual([file]);
    await rm(file);
    await expect(readApiKey(config(), -1)).rejects.toThrow(
      `PROBE_API_KEY is not set and ${file} does not exist; it takes an API key of the speech service`,
    );
  });

  test("is not waited for by a program that stops", async () => {
    const stop = AbortSignal.abort(new Error("stopped"));
    await expect(readApiKey(config(), 10_000, { stop })).rejects.toThrow("stopped");
  });
});

test("the account is the one of the service, whose password may be set or in the data directory", async () => {
  expect(await readAccount(config())).toBeUndefined();
  await write(BOOTSTRAP_PASSWORD_FILE, "of the file\n");
  expect(await readAccount(config())).toEqual({
    email: "probe@localhost",
    password: "of the file",
  });
  const own = config({ BOOTSTRAP_EMAIL: "ada@example.com", BOOTSTRAP_PASSWORD: "own password" });
  expect(await readAccount(own)).toEqual({ email: "ada@example.com", password: "own password" });
});

test("the token of the admin API is the one that is set, or in the data directory", async () => {
  expect(await readAdminToken(config())).toBeUndefined();
  await write(ADMIN_TOKEN_FILE, "of the file\n");
  expect(await readAdminToken(config())).toBe("of the file");
  expect(await readAdminToken(config({ STATUS_ADMIN_TOKEN: "own" }))).toBe("own");
});

describe("addresses for the monitor file", () => {
  test("are local ones by default, by the ports of the programs", () => {
    const { variables, status } = config({ SERVICE_PORT: "5001", STATUS_PORT: "5002" });
    expect(variables).toMatchObject({
      BASE_URL: "http://127.0.0.1:5001",
      PUBLIC_URL: "http://127.0.0.1:5001",
      TTS_URL: "http://127.0.0.1:5001",
      STATUS_URL: "http://127.0.0.1:5002",
    });
    expect(status).toEqual({ url: "http://127.0.0.1:5002", adminToken: undefined });
  });

  test("are those that are set, or follow from them", () => {
    expect(config({ PUBLIC_URL: "https://a.example" }).variables).toMatchObject({
      BASE_URL: "https://a.example",
      PUBLIC_URL: "https://a.example",
      TTS_URL: "https://a.example",
    });
    const base = { BASE_URL: "http://10.0.0.1:1", PUBLIC_URL: "https://a.example" };
    expect(config(base).variables).toMatchObject({ ...base, TTS_URL: "http://10.0.0.1:1" });
    expect(config({ TTS_URL: "http://b.example" }).variables).toMatchObject({
      TTS_URL: "http://b.example",
    });
  });
});

test.each([
  ["PROBE_LOCATION", "Ankara"],
  ["PROBE_LOCATION", "a".repeat(41)],
  ["SPOOL_MEGABYTES", "0"],
  ["SPOOL_MEGABYTES", "1000001"],
  ["OBSERVATION_DAYS", "6"],
  ["OBSERVATION_DAYS", "3651"],
])("%s refuses %s", (name, value) => {
  expect(() => config({ [name]: value })).toThrow(new RegExp(`^${name} is "${value}"; it takes `));
});

test("limits are taken, and there are defaults", () => {
  const limits = { PROBE_LOCATION: "a-1".padEnd(40, "b"), SPOOL_MEGABYTES: "1000000" };
  expect(config({ ...limits, OBSERVATION_DAYS: "3650" })).toMatchObject({
    location: limits.PROBE_LOCATION,
    spoolMegabytes: 1_000_000,
    observationDays: 3_650,
  });
  expect(config({ OBSERVATION_DAYS: "7", SPOOL_MEGABYTES: "1" })).toMatchObject({
    location: "local",
    monitorFile: "monitor.yaml",
    spoolMegabytes: 1,
    observationDays: 7,
  });
});
