/** The address of a page of signing in that leads to `next` in the end. */
export function addressBefore(next: string, address: string): string {
  return next === "/dashboard" ? address : `${address}?next=${encodeURIComponent(next)}`;
}
