import type { Logger } from "pino";
import { connectorToAny } from "#runtime/undici-connector.ts";
import { Agent, request } from "undici";

const CALL_TIMEOUT_MS = 10_000;

/**
 * Returns a function that calls `url` once with GET, so that an outside observer notices when the calls stop; any status under
 * 400 counts as success. Only the first of consecutive failures is logged, and none is thrown. Without a URL it does nothing.
 */
export function heartbeatTo(
  url: string | undefined,
  log: Logger,
  stopping: AbortSignal,
): () => Promise<void> {
  let isFailing = false;
  const dispatcher = new Agent({ connect: connectorToAny({ timeoutMs: CALL_TIMEOUT_MS }) });
  return async () => {
    if (url === undefined) return;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    try {
      const { statusCode, body } = await request(url, { signal, dispatcher });
      await body.dump();
      if (statusCode >= 400) throw new Error(`it answered ${statusCode}`);
      if (isFailing) log.info("the heartbeat's address answers again");
      isFailing = false;
    } catch (error) {
      if (stopping.aborted) return;
      // The address may be a secret, so it is not named.
      const reason = error instanceof Error ? error.message : String(error);
      if (!isFailing) log.warn({ reason }, "the heartbeat's address does not answer");
      isFailing = true;
    }
  };
}
