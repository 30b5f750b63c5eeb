import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

const PERIOD_SECONDS = 30;
/** Codes of the 30 seconds before and after are accepted too, because clocks differ. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_GROUPS = 4;
const RECOVERY_GROUP_CHARACTERS = 4;
/** Without characters that are easily confused: 0 and o, 1 and l. */
const RECOVERY_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyz";

/** Creates a secret for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the counter of the 30-second period of a code, or undefined for a wrong one; compares in constant time. */
export function counterOf(secret: string, code: string, now: Date): number | undefined {
  // Digits of other scripts take more bytes, which the comparison does not expect.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const timestamp = now.getTime();
  const totp = codesOf(secret);
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Returns the QR code from which an authenticator app reads a secret, as an SVG document. */
export function secretPicture(
  secret: string,
  named: { readonly issuer: string; readonly label: string },
): string {
  return renderSVG(codesOf(secret, named).toString(), { border: 2 });
}

/** Creates recovery codes of 80 random bits each, like `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): readonly string[] {
  const character = () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)] ?? "";
  const group = () => Array.from({ length: RECOVERY_GROUP_CHARACTERS }, character).join("");
  const code = () => Array.from({ length: RECOVERY_GROUPS }, group).join("-");
  return Array.from({ length: RECOVERY_CODES }, code);
}

/** Normalizes a typed recovery code to the form in which it was shown. */
export function recoveryCodeOf(typed: string): string {
  const characters = typed.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return (characters.match(/.{1,4}/g) ?? []).join("-");
}

function codesOf(
  secret: string,
  named: { readonly issuer?: string; readonly label?: string } = {},
) {
  return new TOTP({ ...named, secret, period: PERIOD_SECONDS, digits: 6, algorithm: "SHA1" });
}
