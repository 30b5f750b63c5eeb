/** SQLSTATE classes of a server that cannot serve: connections, resources, operators, its system. */
const AWAY = /^(?:08|53|57|58)/;

/** Whether an error of a query says that the database cannot be reached, so that it is worth while to try again. */
export function isDatabaseAway(error: unknown): boolean {
  // A name with several addresses, of which none answers.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error) || error instanceof TypeError) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return true;
  if (code !== undefined) return /^[0-9A-Z]{5}$/.test(code) && AWAY.test(code);
  // The drivers give a connection that ended no code and no class of its own.
  return error.constructor === Error;
}
