/** Which bytes a browser asks for, from the first to before the last; all of them, or none that there are. */
export type ByteRange = { readonly from: number; readonly until: number } | "all" | "none";

/** Reads a `Range` header of one range (RFC 9110, 14.2), which players seek by; several, or one that cannot be read, are all bytes. */
export function byteRange(header: string | undefined, bytes: number): ByteRange {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "all";
  const from = first === "" ? Math.max(0, bytes - Number(last)) : Number(first);
  const until = first === "" || last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  if (last !== "" && first !== "" && Number(last) < Number(first)) return "all";
  return from < until ? { from, until } : "none";
}
