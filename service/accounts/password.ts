import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP's recommendation for scrypt: 128 MB of memory would be 2^17; 2^15 with p = 3 costs the same work in 32 MB. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;

/** Hashes a password as `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, KEY_BYTES, COST);
  const { N, r, p } = COST;
  return ["scrypt", N, r, p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt = "", key = ""] = hash.split("$");
  if (scheme !== "scrypt") return false;
  const expected = Buffer.from(key, "base64url");
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const actual = await derive(password, Buffer.from(salt, "base64url"), expected.length, cost);
  return timingSafeEqual(actual, expected);
}
