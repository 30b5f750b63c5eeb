import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import { siteOf } from "#runtime/client-address.ts";
import { FairQueue } from "./fair-queue.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Cost parameters of one hash, as scrypt names them. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's recommendation for scrypt: 128 MB of memory would be 2^17; 2^15 with p = 3 costs the same work in 32 MB. */
const RECOMMENDED: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const MAX_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;

/** Too many passwords are being hashed; a retry a few seconds later may succeed. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

/** Half of the libuv thread pool, which file access, compression and DNS need as well. */
const HASHES_AT_ONCE = 2;
/** Two seconds of work for one client, six in total. */
const HASHES_WAITING = { ofOne: 16, ofAll: 48 };
/** Client of work that the service itself requests. */
const OWN_WORK = "";

/**
 * Hashes passwords as `scrypt$N$r$p$salt$key`, salt and key in base64url, and compares them. Clients take turns; both methods
 * reject with PasswordsBusy when too many wait.
 */
export class PasswordHashing {
  readonly #cost: PasswordCost;
  readonly #few = new FairQueue(
    HASHES_AT_ONCE,
    HASHES_WAITING,
    () => new PasswordsBusy("too many passwords are being hashed"),
  );
  /** A random hash, compared when there is no such person, so that the response time does not reveal that. */
  readonly #nobodysHash: string;

  constructor(cost = RECOMMENDED) {
    this.#cost = cost;
    this.#nobodysHash = written(cost, randomBytes(16), randomBytes(KEY_BYTES));
  }

  async hash(password: string, client = OWN_WORK): Promise<string> {
    const salt = randomBytes(16);
    const options = { ...this.#cost, maxmem: MAX_BYTES };
    const key = await this.#few.run(siteOf(client), () =>
      derive(password, salt, KEY_BYTES, options),
    );
    return written(this.#cost, salt, key);
  }

  /** Returns whether a hash is that of a password; without a hash false, after the same time. */
  async matches(
    password: string,
    hash: string | null | undefined,
    client = OWN_WORK,
  ): Promise<boolean> {
    const [scheme, N, r, p, salt = "", key = ""] = (hash ?? this.#nobodysHash).split("$");
    if (scheme !== "scrypt") return false;
    const expected = Buffer.from(key, "base64url");
    const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_BYTES };
    const saltBytes = Buffer.from(salt, "base64url");
    const actual = await this.#few.run(siteOf(client), () =>
      derive(password, saltBytes, expected.length, options),
    );
    return timingSafeEqual(actual, expected);
  }
}

function written({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}
