import { createHash, timingSafeEqual } from "node:crypto";

/** Tells whether an Authorization header carries `token`; how long that takes tells nothing of the token. */
export function carriesToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));
}
