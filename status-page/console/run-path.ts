/** Where a kept run is opened. */
export function runPath(id: string): string {
  return `/console/runs/${encodeURIComponent(id)}`;
}
