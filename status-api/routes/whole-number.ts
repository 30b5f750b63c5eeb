/** Reads a whole number from a query, by default `usual`; returns an error message for anything but 1 to `most`. */
export function wholeNumber(
  query: Readonly<Record<string, unknown>>,
  name: string,
  { usual, most }: { readonly usual: number; readonly most: number },
): number | string {
  const text = query[name] ?? String(usual);
  const number = typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const isFine = number >= 1 && number <= most;
  return isFine ? number : `${name} takes a whole number from 1 to ${most}.`;
}
