/** Thrown when no answer came in time. */
export class NoAnswer extends Error {}

/** Settles as `work` does, or rejects with NoAnswer after `timeoutMs`: a server that vanished does not even refuse. */
export async function within<Value>(timeoutMs: number, work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new NoAnswer(`no answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
