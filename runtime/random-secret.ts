import { randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** Returns a new secret that nobody can guess, as 43 URL-safe characters: a token, a key, a cookie. */
export function randomSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}
