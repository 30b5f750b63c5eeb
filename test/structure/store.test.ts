import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { projectRoot } from "../support/program.ts";
import { tablesNamed } from "./tables-named.ts";

/** What the monitor's store alone reads and writes: observations, intervals, incidents, maintenance, revision. */
const tables = [
  "observations",
  "hourly_figures",
  "figure_hours",
  "check_states",
  "component_states",
  "incidents",
  "incident_updates",
  "incident_components",
  "revision",
];

const exceptions: Readonly<Record<string, readonly string[]>> = {
  // An entry of the outbox belongs to the incident of its update: its queries order and gather entries by that in one step.
  "status-api/notify/outbox.ts": ["incident_updates"],
};

function productFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => file !== "" && !file.startsWith("test/") && !/\.test\.tsx?$/.test(file));
}

test("only monitor/store and the migrations name the tables of the monitor's history in a query", () => {
  const found = productFiles()
    .filter((file) => !/^(monitor\/store|migrations)\//.test(file))
    .map((file): [string, string[]] => {
      const text = readFileSync(path.join(projectRoot, file), "utf8");
      return [file, tablesNamed(file, text, tables)];
    })
    .filter(([, named]) => named.length > 0);
  expect(Object.fromEntries(found)).toEqual(exceptions);
});

test("the store names each of them", () => {
  const ofStore = productFiles().filter((file) => file.startsWith("monitor/store/"));
  const named = ofStore.flatMap((file) =>
    tablesNamed(file, readFileSync(path.join(projectRoot, file), "utf8"), tables),
  );
  expect([...new Set(named)].sort()).toEqual([...tables].sort());
});

test.each([
  ["a selection", `db.selectFrom("incidents").selectAll();`],
  ["one under another name", `db.selectFrom("incidents as i").selectAll();`],
  ["one of several", `db.selectFrom(["page", "incidents"]).selectAll();`],
  ["a join", `db.selectFrom("page").innerJoin("incidents", (join) => join.onTrue());`],
  ["a selection in a selection", `query.where((eb) => eb.exists(eb.selectFrom("incidents")));`],
  ["a change", `db.updateTable("incidents").set({}).execute();`],
  ["a deletion", `db.deleteFrom("incidents").execute();`],
  ["a text", "sql`select 1 from incidents`.execute(db);"],
  ["a text with a type", "sql<{ n: number }>`select ${1} as n\n  from page join incidents`;"],
  ["a name in a text", 'sql`select 1 from ${sql.table("incidents")}`;'],
])("is found where it is planted: %s", (_what, text) => {
  expect(tablesNamed("planted.ts", text, tables)).toEqual(["incidents"]);
});

test.each([
  ["a word of another kind", `const incidents = { incidents: "incidents" }; list("incidents");`],
  ["a comment", `// from incidents\ndb.selectFrom("page");`],
  ["a longer name", `db.selectFrom("incidents_of_others");`],
])("is not found in %s", (_what, text) => {
  expect(tablesNamed("planted.ts", text, tables)).toEqual([]);
});
