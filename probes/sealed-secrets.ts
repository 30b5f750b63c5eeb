import type { Logger } from "pino";
import type { Database } from "#migrations/status/schema.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { sealSecrets } from "#monitor/store/seal-secrets.ts";

/** Keeps the secrets in the database encrypted, at first those too that were encrypted with a former key. */
export class SealedSecrets {
  readonly #cipher: TextCipher;
  readonly #log: Logger;
  #isAnew = true;

  constructor(cipher: TextCipher, log: Logger) {
    this.#cipher = cipher;
    this.#log = log;
  }

  /** Encrypts what is not; to be called again for what is stored meanwhile. */
  async keep(db: Database): Promise<void> {
    const unreadable = await sealSecrets(db, this.#cipher, this.#isAnew);
    if (this.#isAnew && unreadable > 0) {
      this.#log.error(
        { secrets: unreadable },
        "secrets of subscribers and status APIs are encrypted with another ENCRYPTION_KEY",
      );
    }
    this.#isAnew = false;
  }
}
