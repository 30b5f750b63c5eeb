/** Reads a whole number from a query, `usual` where it is not given; returns what it takes where it is anything else. */
export function wholeNumber(
  query: Readonly<Record<string, unknown>>,
  name: string,
  { fallback, max }: { readonly fallback: number; readonly max: number },
): number | string {
  const text = query[name] ?? String(fallback);
  const number = typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  const isFine = number >= 1 && number <= max;
  return isFine ? number : `${name} takes a whole number from 1 to ${max}.`;
}
