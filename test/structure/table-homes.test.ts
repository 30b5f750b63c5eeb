import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

import { projectRoot } from "../support/program.ts";
import { TABLE_HOMES } from "./table-homes.ts";
import { tablesNamed } from "./tables-named.ts";

type System = keyof typeof TABLE_HOMES;

function productFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => file !== "" && !/^(test|migrations|database)\//.test(file))
    .filter((file) => !/\.test\.tsx?$/.test(file));
}

const textOf = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

/** The names of a database's tables, as its schema has them. */
function tablesOf(system: System): string[] {
  const schema = textOf(`migrations/${system}/schema.ts`);
  const [, fields = ""] = /^export interface \w+Database \{\n(.*?)^\}/ms.exec(schema) ?? [];
  return [...fields.matchAll(/^ {2}(\w+):/gm)].map(([, table]) => table!);
}

const isIn = (home: string, file: string) => file === home || file.startsWith(`${home}/`);

const files = productFiles();

describe.each(Object.keys(TABLE_HOMES) as System[])("the %s database", (system) => {
  const homes: Readonly<Record<string, readonly string[]>> = TABLE_HOMES[system];
  const tables = Object.keys(homes);
  const named = files
    .filter((file) => file.startsWith("service/") === (system === "service"))
    .flatMap((file) => tablesNamed(file, textOf(file), tables).map((table) => ({ file, table })));

  test("has each of its tables in the list of homes", () => {
    expect(tables.toSorted()).toEqual(tablesOf(system).toSorted());
  });

  test("is named in queries of those homes alone", () => {
    const strange = named.filter(
      ({ file, table }) => !homes[table]!.some((home) => isIn(home, file)),
    );
    expect(strange).toEqual([]);
  });

  test("is named in a query of each of those homes", () => {
    const idle = tables.flatMap((table) =>
      homes[table]!.filter(
        (home) => !named.some((one) => one.table === table && isIn(home, one.file)),
      ).map((home) => `${table}: ${home}`),
    );
    expect(idle).toEqual([]);
  });
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
  expect(tablesNamed("planted.ts", text, ["incidents"])).toEqual(["incidents"]);
});

test.each([
  ["a word of another kind", `const incidents = { incidents: "incidents" }; list("incidents");`],
  ["a comment", `// from incidents\ndb.selectFrom("page");`],
  ["a longer name", `db.selectFrom("incidents_of_others");`],
])("is not found in %s", (_what, text) => {
  expect(tablesNamed("planted.ts", text, ["incidents"])).toEqual([]);
});
