import type { Difference } from "../page/page-view-work.ts";

/** Returns the fields in which two values of the audit log differ, as text, in their order of appearance. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names.flatMap((field) => {
    const difference = { field, before: was.get(field) ?? null, after: is.get(field) ?? null };
    return difference.before === difference.after ? [] : [difference];
  });
}

/** Flattens a value into its strings, numbers and booleans by path, such as `components.web.status`; nulls are left out. */
function fieldsOf(value: unknown, place = ""): [field: string, text: string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== "object") {
    return [[place, typeof value === "string" ? value : JSON.stringify(value)]];
  }
  const entries = Array.isArray(value)
    ? value.map((item: unknown, index) => [nameOf(item) ?? String(index), item] as const)
    : Object.entries(value);
  return entries.flatMap(([name, inner]) =>
    fieldsOf(inner, place === "" ? name : `${place}.${name}`),
  );
}

/** Returns the id of a list item, used in its path: its index changes when a newer item comes before it. */
function nameOf(item: unknown): string | undefined {
  const { id } = Object(item) as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}
