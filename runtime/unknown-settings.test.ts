import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "./setting-names.ts";
import { logUnknownSettings, unknownSettings } from "./unknown-settings.ts";

const linesFor = (...names: readonly string[]): string[] =>
  unknownSettings(Object.fromEntries(names.map((name) => [name, "x"])), new Set(["PROBE_TOKEN"]));

test.each([
  ["SERVICE_DATABSE_URL", "SERVICE_DATABASE_URL"],
  ["SERVICE_DATABASE_ULR", "SERVICE_DATABASE_URL"],
  ["STATUS_DATABASEURL", "STATUS_DATABASE_URL"],
  ["PUBLIC_UR", "PUBLIC_URL"],
  ["REDIS_URI", "REDIS_URL"],
  ["Data_Dir", "DATA_DIR"],
  ["PROBE_LOCATOIN", "PROBE_LOCATION"],
])("%s is told with what is meant", (name, meant) => {
  expect(linesFor(name)).toEqual([`${name} is no setting; is ${meant} meant?`]);
});

test("what begins like a setting of ours and is near to none is told", () => {
  expect(linesFor("STATUS_REPLICAS")).toEqual([
    "STATUS_REPLICAS is no setting; .env.example names all of them",
  ]);
});

test.each([
  "PATH",
  "HOME",
  "REDIS_PASSWORD",
  "LOG_FORMAT",
  "DATABASE_URL",
  "NODE_ENV",
  "PROBE_TOKEN",
  "STATUS_SERVICE_HOST",
  "SERVICE_PORT_8080_TCP_ADDR",
])("%s is not told", (name) => {
  expect(linesFor(name)).toEqual([]);
});

test("every setting is told of in .env.example, and nothing else is", () => {
  const text = readFileSync(new URL("../.env.example", import.meta.url), "utf8");
  const documented = [...text.matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  expect([...new Set(documented)].toSorted()).toEqual([...SETTING_NAMES].toSorted());
  expect(unknownSettings(Object.fromEntries([...SETTING_NAMES].map((name) => [name, ""])))).toEqual(
    [],
  );
});

test("each line is logged as a warning", () => {
  const lines: string[] = [];
  const log = { warn: (line: string) => void lines.push(line) };
  logUnknownSettings(log, new Set(["PROBE_TOKEN"]), {
    PROBE_TOKEN: "x",
    STATUS_REPLICAS: "2",
    REDIS_URI: "x",
  });
  expect(lines).toEqual([
    "STATUS_REPLICAS is no setting; .env.example names all of them",
    "REDIS_URI is no setting; is REDIS_URL meant?",
  ]);
});

test("a name is near to a setting with up to two wrong letters, and from eight letters on", () => {
  expect(linesFor("PUBLICXURLX")).toEqual(["PUBLICXURLX is no setting; is PUBLIC_URL meant?"]);
  expect(linesFor("PUBLICXURLXY")).toEqual([]);
  expect(linesFor("DATA_DI")).toEqual([]);
  expect(linesFor("DATA_DOR")).toEqual(["DATA_DOR is no setting; is DATA_DIR meant?"]);
});
