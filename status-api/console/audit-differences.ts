import type { Difference } from "../page/page-view-work.ts";

/** Returns the fields in which two values of the audit log differ, each as text, in the order in which they stand. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [was, is] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names.flatMap((field) => {
    const difference = { field, before: was.get(field) ?? null, after: is.get(field) ?? null };
    return difference.before === difference.after ? [] : [difference];
  });
}

/** Takes a value apart into its texts, numbers and truths by where they stand, as `components.web.status`; null is none. */
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

/** What has an id is known by it: its place moves when a newer one comes before it. */
function nameOf(item: unknown): string | undefined {
  const { id } = Object(item) as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}
