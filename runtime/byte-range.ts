/** The requested bytes, from `from` up to but not including `until`; `none` if the range is beyond the content. */
export type ByteRange = { readonly from: number; readonly until: number } | "all" | "none";

/**
 * Parses a `Range` header of one range (RFC 9110, section 14.2), which players use to seek in a content of `bytes` bytes.
 * Several ranges, or a header that cannot be parsed, mean all bytes.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "all";
  const from = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const until = first === "" || last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  if (last !== "" && first !== "" && Number(last) < Number(first)) return "all";
  return from < until ? { from, until } : "none";
}
