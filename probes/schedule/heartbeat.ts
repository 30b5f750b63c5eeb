import type { Logger } from "pino";
import { request } from "undici";

const CALL_TIMEOUT_MS = 10_000;

/** Tells somebody outside that probing goes well, so that its silence is noticed when it does not. */
export class Heartbeat {
  readonly #url: string;
  readonly #log: Logger;
  #isFailing = false;

  /** `url` is called with GET; any answer under 400 will do. */
  constructor(url: string, log: Logger) {
    this.#url = url;
    this.#log = log;
  }

  /** Calls once; the first failure of a row is logged, and none is thrown. */
  async beat(stopping: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    try {
      const { statusCode, body } = await request(this.#url, { signal });
      await body.dump();
      if (statusCode >= 400) throw new Error(`it answered ${statusCode}`);
      if (this.#isFailing) this.#log.info("the heartbeat's address answers again");
      this.#isFailing = false;
    } catch (error) {
      if (stopping.aborted) return;
      // The address may be a secret, so it is not named.
      const reason = error instanceof Error ? error.message : String(error);
      if (!this.#isFailing) this.#log.warn({ reason }, "the heartbeat's address does not answer");
      this.#isFailing = true;
    }
  }
}
