import { createHash, timingSafeEqual } from "node:crypto";

/** Tells whether an Authorization header carries one of `tokens`; how long that takes tells nothing of them. */
export function carriesToken(
  authorization: string | undefined,
  tokens: readonly string[],
): boolean {
  return tokenOf(authorization, tokens) !== undefined;
}

/** Returns which of `tokens` an Authorization header carries; how long that takes tells nothing of them. */
export function tokenOf(
  authorization: string | undefined,
  tokens: readonly string[],
): string | undefined {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  const given = digest(authorization ?? "");
  const [found] = tokens.filter((token) => timingSafeEqual(given, digest(`Bearer ${token}`)));
  return found;
}
