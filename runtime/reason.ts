/** Returns in one line why something failed; for an error of several addresses, the distinct reasons of all of them. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join("; ");
  }
  const said = error instanceof Error ? error.message || error.name : String(error);
  return said.trim().replaceAll(/\s*\n\s*/g, " ");
}
