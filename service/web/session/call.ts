import type { DemoSession } from "./demo-session.ts";
import { ApiError, type Problem } from "#web-kit/api/api-error.ts";
import { callApi, jsonBody } from "#web-kit/api/call-api.ts";

const OUTLIVED: ReadonlySet<string> = new Set(["token_expired", "invalid_token"]);

/** Says whether a problem is that the service no longer takes the session. */
export function isOutlived({ code }: Problem): boolean {
  return OUTLIVED.has(code);
}

/** Does something with the session's token, once more with another one where the service no longer takes it. */
export async function withToken<Answer>(
  session: DemoSession,
  act: (token: string) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act(await session.token());
  } catch (error) {
    if (!(error instanceof ApiError) || !isOutlived(error.problem)) throw error;
    session.forget();
    return await act(await session.token());
  }
}

/** Requests speech; rejects with ApiError, or with the reason of an aborted signal. */
export function askForSpeech(
  session: DemoSession,
  fields: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Response> {
  const { headers, body } = jsonBody(fields);
  return withToken(session, (token) =>
    callApi("/v1/audio/speech", {
      method: "POST",
      headers: { ...headers, authorization: `Bearer ${token}` },
      body,
      signal: signal ?? null,
    }),
  );
}
