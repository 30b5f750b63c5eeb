/** Advice that Node adds to the message about a certificate; programs name the setting that helps instead. */
const NODES_ADVICE = /; if the root CA is installed locally, try running Node\.js with \S+/;

/** Returns in one line why something failed; for an error of several addresses, the distinct reasons of all of them. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return [...new Set(error.errors.map(reasonOf))].join("; ");
  }
  const said = error instanceof Error ? error.message || error.name : String(error);
  return said
    .trim()
    .replaceAll(/\s*\n\s*/g, " ")
    .replace(NODES_ADVICE, "");
}
