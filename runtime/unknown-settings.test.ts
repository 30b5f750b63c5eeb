import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SETTING_NAMES } from "./setting-names.ts";
import { unknownSettings } from "./unknown-settings.ts";

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
  const told = [...text.matchAll(/^# ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name!);
  expect([...new Set(told)].toSorted()).toEqual([...SETTING_NAMES].toSorted());
  expect(unknownSettings(Object.fromEntries([...SETTING_NAMES].map((name) => [name, ""])))).toEqual(
    [],
  );
});
