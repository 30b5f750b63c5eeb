import type { Logger } from "pino";
import { request } from "undici";

/** What a heartbeat is called with. */
export interface HeartbeatOptions {
  /** Called with GET; any answer under 400 will do. */
  readonly url: string;
  readonly log: Logger;
}

const CALL_TIMEOUT_MS = 10_000;

/** Tells somebody outside that probing goes well, so that its silence is noticed when it does not. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #isFailing = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Calls once; a failure is logged when the call before did not fail, and never thrown. */
  async beat(stopping: AbortSignal): Promise<void> {
    const { url, log } = this.#options;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    try {
      const { statusCode, body } = await request(url, { signal });
      await body.dump();
      if (statusCode >= 400) throw new Error(`it answered ${statusCode}`);
      if (this.#isFailing) log.info("the heartbeat's address answers again");
      this.#isFailing = false;
    } catch (error) {
      if (stopping.aborted) return;
      // The address may be a secret, so it is not named.
      const reason = error instanceof Error ? error.message : String(error);
      if (!this.#isFailing) log.warn({ reason }, "the heartbeat's address does not answer");
      this.#isFailing = true;
    }
  }
}
