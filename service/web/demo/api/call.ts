import type { DemoSession } from "../session/demo-session.ts";
import { apiProblem, connectionProblem, ProblemError, type Problem } from "./problem.ts";

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
    if (!(error instanceof ProblemError) || !isOutlived(error.problem)) throw error;
    session.forget();
    return await act(await session.token());
  }
}

/** Asks for speech with JSON; rejects with ProblemError, or the signal's reason. */
export function askForSpeech(
  session: DemoSession,
  fields: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Response> {
  return withToken(session, async (token) => {
    const request = fetch("/v1/audio/speech", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(fields),
      signal,
    });
    const answer = await request.catch((error: unknown) => {
      signal.throwIfAborted();
      throw error instanceof TypeError ? new ProblemError(connectionProblem()) : error;
    });
    if (answer.ok) return answer;
    const body: unknown = await answer.json().catch(() => undefined);
    const retryAfter = answer.headers.get("retry-after");
    throw new ProblemError(apiProblem(body, answer.status, retryAfter));
  });
}
