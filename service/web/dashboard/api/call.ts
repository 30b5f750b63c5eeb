import { signal } from "@preact/signals";
import { ApiError, problemOf } from "#web-kit/api/api-error.ts";
import { callApi, jsonBody } from "#web-kit/api/call-api.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { DashboardTexts } from "../../texts/texts.ts";

const API = "/dashboard/api";

/** Whether the page's session has ended; only set in the browser. */
export const hasSessionEnded = signal(false);

/** Calls the API with the session's cookie; rejects with ApiError, or with the signal's reason. */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await callApi(`${API}${path}`, init);
  } catch (error) {
    const isLost = error instanceof ApiError && error.status === 401;
    if (isLost && error.problem.code !== "auth_unavailable") hasSessionEnded.value = true;
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

/** Returns what went wrong and what to do; undefined once the session has ended, which has its own dialog. */
export function faultText({ faults }: DashboardTexts, error: unknown): string | undefined {
  if (hasSessionEnded.peek()) return undefined;
  const { code, param = "other", message = code } = problemOf(error);
  const { invalid_pronunciations: byField, other, ...byCode } = faults;
  if (code === "invalid_pronunciations") return textOf(byField, param) ?? byField.other;
  return textOf(byCode, code) ?? fill(other, { message });
}

function textOf(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
