/** Resolves when this process gets its first SIGTERM or SIGINT. */
export function toldToStop(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
  return promise;
}
