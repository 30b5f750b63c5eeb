import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Format of an encrypted text: `v1.`, then nonce, tag and ciphertext in base64url. */
const ENCRYPTED = /^v1\.([\w-]+)$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A decrypted text. */
export interface Decrypted {
  readonly text: string;
  /** Whether it was encrypted with the current key. */
  readonly isCurrent: boolean;
}

type Secrets = readonly [string, ...string[]];

/** Encrypts and decrypts texts with AES-256-GCM; keys are derived from secrets with HKDF. */
export class Encryption {
  readonly #secrets: () => Secrets;
  #derived: readonly Buffer[] | undefined;

  /**
   * Takes the secrets that texts may be encrypted with, or a function that returns them when first needed; the first one
   * encrypts new texts.
   */
  constructor(secrets: Secrets | (() => Secrets)) {
    this.#secrets = typeof secrets === "function" ? secrets : () => secrets;
  }

  /** Encrypts a text; it can only be decrypted for the same `purpose`, so that one text cannot take the place of another. */
  encrypt(text: string, purpose: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#keys[0]!, nonce).setAAD(
      Buffer.from(purpose),
    );
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
  }

  get #keys(): readonly Buffer[] {
    return (this.#derived ??= this.#secrets().map((secret) =>
      Buffer.from(hkdfSync("sha256", secret, "", "encrypted texts", 32)),
    ));
  }

  /** Decrypts a text; undefined where no secret fits. A text stored before encryption was introduced is returned as it is. */
  decrypt(stored: string, purpose: string): Decrypted | undefined {
    const encoded = ENCRYPTED.exec(stored)?.[1];
    if (encoded === undefined) return { text: stored, isCurrent: false };
    const bytes = Buffer.from(encoded, "base64url");
    for (const [index, key] of this.#keys.entries()) {
      const text = decryptedWith(key, bytes, purpose);
      if (text !== undefined) return { text, isCurrent: index === 0 };
    }
    return undefined;
  }
}

/** Returns what encrypts with the first of some keys; undefined without any. */
export function encryptionWith([first, ...others]: readonly string[]): Encryption | undefined {
  return first === undefined ? undefined : new Encryption([first, ...others]);
}

function decryptedWith(key: Buffer, bytes: Buffer, purpose: string): string | undefined {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  try {
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
