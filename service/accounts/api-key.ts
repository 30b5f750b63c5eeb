import { randomSecret } from "#runtime/random-secret.ts";
import { hash, timingSafeEqual } from "node:crypto";

export const API_KEY_PREFIX = "sk_";
const DISPLAYED_CHARACTERS = 10;

export function generateApiKey(): string {
  return `${API_KEY_PREFIX}${randomSecret()}`;
}

/** Returns the hexadecimal SHA-256 of a secret, which is stored and looked up in its place. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}

export function displayPrefix(key: string): string {
  return key.slice(0, DISPLAYED_CHARACTERS);
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
}
