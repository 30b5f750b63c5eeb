import { signal } from "@preact/signals";
import { ApiError, problemOf } from "#web-kit/api/api-error.ts";
import { callApi, jsonBody } from "#web-kit/api/call-api.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { DashboardTexts } from "../../texts/texts.ts";

const API = "/dashboard/api";

/** Whether the service no longer knows the session of this page; only the browser's script sets it. */
export const hasSessionEnded = signal(false);

/** Calls the API with the session's cookie; rejects with ApiError, or with the signal's reason. */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await callApi(`${API}${path}`, init);
  } catch (error) {
    if (error instanceof ApiError && isSessionLost(error)) hasSessionEnded.value = true;
    throw error;
  }
}

/** Sends JSON and reads JSON. */
export async function callJson<Answer>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await call(path, { method, ...(body !== undefined && jsonBody(body)) });
  return (await answer.json()) as Answer;
}

/** Says what went wrong and what to do; undefined for a session that has ended, which has a dialog of its own. */
export function faultText({ faults }: DashboardTexts, error: unknown): string | undefined {
  if (hasSessionEnded.peek()) return undefined;
  const { code, param, message } = problemOf(error);
  const { invalid_pronunciations: ofPronunciations, other, ...texts } = faults;
  if (code === "invalid_pronunciations") {
    return isNameOf(ofPronunciations, param) ? ofPronunciations[param] : ofPronunciations.other;
  }
  return isNameOf(texts, code) ? texts[code] : fill(other, { message: message ?? code });
}

function isSessionLost({ problem, status }: ApiError): boolean {
  return status === 401 && problem.code !== "auth_unavailable";
}

function isNameOf<Texts extends object>(
  texts: Texts,
  name: PropertyKey | undefined,
): name is keyof Texts {
  return name !== undefined && Object.hasOwn(texts, name);
}
