/** Returns the path of a kept run. */
export function runPath(id: string): string {
  return `/console/runs/${encodeURIComponent(id)}`;
}
