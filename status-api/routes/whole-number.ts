/** Reads a whole number from a query, with a default; returns an error message for anything but 1 to `max`. */
export function wholeNumber(
  query: Readonly<Record<string, unknown>>,
  name: string,
  { default: fallback, max }: { readonly default: number; readonly max: number },
): number | string {
  const text = query[name] ?? String(fallback);
  const number = typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const isFine = number >= 1 && number <= max;
  return isFine ? number : `${name} takes a whole number from 1 to ${max}.`;
}
