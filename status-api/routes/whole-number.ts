/** Reads a whole number between two bounds from a query; undefined when it is anything else, or comes twice. */
export function wholeNumber(text: unknown, minimum: number, maximum: number): number | undefined {
  if (typeof text !== "string" || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= minimum && number <= maximum ? number : undefined;
}
