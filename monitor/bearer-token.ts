import { createHash, timingSafeEqual } from "node:crypto";

/** Returns whether an Authorization header carries one of `tokens`; the time it takes reveals nothing about them. */
export function carriesToken(
  authorization: string | undefined,
  tokens: readonly string[],
): boolean {
  return tokenOf(authorization, tokens) !== undefined;
}

/** Returns which of `tokens` an Authorization header carries; the time it takes reveals nothing about them. */
export function tokenOf(
  authorization: string | undefined,
  tokens: readonly string[],
): string | undefined {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const given = digest(authorization ?? "");
  const [found] = tokens.filter((token) => timingSafeEqual(given, digest(`Bearer ${token}`)));
  return found;
}
