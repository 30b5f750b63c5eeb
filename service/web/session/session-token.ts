/** Seconds before its end at which a demo session is replaced. */
const RENEW_SECONDS = 30;

let session: { readonly token: string; readonly expiresAtMs: number } | undefined;

/** The token of a demo session, begun when it is first needed; undefined with the answer when it is refused. */
export async function sessionToken(): Promise<
  { readonly token: string } | { readonly refused: Response }
> {
  if (session !== undefined && session.expiresAtMs > Date.now()) return session;
  const answer = await fetch("/v1/sessions", { method: "POST" });
  if (!answer.ok) return { refused: answer };
  const begun = (await answer.json()) as { readonly token: string; readonly expires_in: number };
  session = {
    token: begun.token,
    expiresAtMs: Date.now() + (begun.expires_in - RENEW_SECONDS) * 1000,
  };
  return session;
}
