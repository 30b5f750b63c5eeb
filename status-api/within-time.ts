/** A database that takes longer than this to answer counts as away. */
const answerTimeoutMs = 5_000;

/** Rejects when a query takes too long: a frozen server neither answers nor refuses. */
export async function withinTime<T>(query: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`no answer within ${answerTimeoutMs} ms`)),
    answerTimeoutMs,
  );
  try {
    return await Promise.race([query, promise]);
  } finally {
    clearTimeout(timer);
  }
}
