/** Returns the URL of a sign-in page that finally leads to `next`. */
export function addressBefore(next: string, address: string): string {
  return next === "/dashboard" ? address : `${address}?next=${encodeURIComponent(next)}`;
}
