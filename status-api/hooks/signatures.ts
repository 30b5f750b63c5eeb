import { createHmac, timingSafeEqual } from "node:crypto";

/** Returns the HMAC-SHA256 of a text or bytes. */
export function hmacOf(secret: string, signed: string | Buffer): Buffer {
  return createHmac("sha256", secret).update(signed).digest();
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
