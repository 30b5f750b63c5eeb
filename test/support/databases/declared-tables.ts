import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Columns of each table as `name: kind` or `name?: kind` where null is allowed, sorted. */
export type TableShapes = Readonly<Record<string, readonly string[]>>;

/**
 * Reads the tables that the hand-written types in a folder declare.
 *
 * It reads the text, since types are gone at run time: one interface per table, one column per line.
 */
export function declaredTables(folder: string, databaseInterface: string): TableShapes {
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  const source = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
  const tables = membersOf(source, databaseInterface);
  return Object.fromEntries(
    tables.map(([table, typeName]) => [
      table,
      membersOf(source, typeName)
        .map(([column, type]) => `${column}${/\|\s*null\b/.test(type) ? "?" : ""}: ${kindOf(type)}`)
        .sort(),
    ]),
  );
}

/** Names a database type by the kind of value that it is read as. */
export function kindOfDatabaseType(dataType: string): string {
  const kind = Object.entries(databaseTypes).find(([, types]) => types.includes(dataType))?.[0];
  if (kind === undefined) throw new Error(`no kind is known for the database type ${dataType}`);
  return kind;
}

const databaseTypes: Readonly<Record<string, readonly string[]>> = {
  number: ["int2", "int4", "int8", "float4", "float8", "numeric"],
  text: ["text", "varchar", "uuid", "date"],
  timestamp: ["timestamptz"],
  boolean: ["bool"],
  json: ["jsonb", "json"],
  bytes: ["bytea"],
};

function kindOf(type: string): string {
  if (/^Json(?:WithDefault)?</.test(type)) return "json";
  if (/\bDate\b/.test(type)) return "timestamp";
  if (/\bnumber\b/.test(type)) return "number";
  if (/\bboolean\b/.test(type)) return "boolean";
  if (/\b(Buffer|Uint8Array)\b/.test(type)) return "bytes";
  return "text";
}

function membersOf(source: string, interfaceName: string): [name: string, type: string][] {
  const body = new RegExp(`interface ${interfaceName} \\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`no interface ${interfaceName}`);
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+): ([^;]+);/gm)].map((match) => [
    match[1] ?? "",
    match[2] ?? "",
  ]);
}
