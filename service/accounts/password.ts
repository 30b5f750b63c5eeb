import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";
import { siteOf } from "#runtime/client-address.ts";
import { FairQueue } from "./fair-queue.ts";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** The work of one hash, as scrypt names it. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP's recommendation for scrypt: 128 MB of memory would be 2^17; 2^15 with p = 3 costs the same work in 32 MB. */
const RECOMMENDED: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const MOST_BYTES = 64 * 1024 * 1024;
const KEY_BYTES = 32;

/** So many passwords are being hashed that one more would wait for long; a few seconds later there is room. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

/** Half of the threads that files, compression and names of hosts need as well. */
const HASHES_AT_ONCE = 2;
/** Two seconds of work for one client, six for all. */
const HASHES_WAITING = { ofOne: 16, ofAll: 48 };
/** Whom work belongs to that no client asks for. */
const OWN_WORK = "";

/**
 * Hashes passwords as `scrypt$N$r$p$salt$key`, salt and key in base64url, and compares them, in turns of those who ask; both reject with
 * PasswordsBusy beyond what is bearable.
 */
export class PasswordHashing {
  readonly #cost: PasswordCost;
  readonly #few = new FairQueue(
    HASHES_AT_ONCE,
    HASHES_WAITING,
    () => new PasswordsBusy("too many passwords are being hashed"),
  );
  /** No password is known to have it: compared when there is no such person, so that the time taken does not tell. */
  readonly #nobodysHash: string;

  constructor(cost = RECOMMENDED) {
    this.#cost = cost;
    this.#nobodysHash = written(cost, randomBytes(16), randomBytes(KEY_BYTES));
  }

  async hash(password: string, client = OWN_WORK): Promise<string> {
    const salt = randomBytes(16);
    const options = { ...this.#cost, maxmem: MOST_BYTES };
    const key = await this.#few.run(siteOf(client), () =>
      derive(password, salt, KEY_BYTES, options),
    );
    return written(this.#cost, salt, key);
  }

  /** Says whether a hash is that of a password; false, after as long, where there is none. */
  async matches(
    password: string,
    hash: string | null | undefined,
    client = OWN_WORK,
  ): Promise<boolean> {
    const [scheme, N, r, p, salt = "", key = ""] = (hash ?? this.#nobodysHash).split("$");
    if (scheme !== "scrypt") return false;
    const expected = Buffer.from(key, "base64url");
    const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: MOST_BYTES };
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
