import { ApiError, apiProblem } from "#web-kit/api/api-error.ts";
import { callApi } from "#web-kit/api/call-api.ts";
import { hasSessionEnded } from "./call.ts";

/** Asks for what a page of the dashboard shows, which the server otherwise renders; `form` is sent to it. Rejects with ApiError. */
export async function askView<View>(address: string, fields?: FormData): Promise<View> {
  const answer = await callApi(address, {
    headers: { accept: "application/json" },
    ...(fields !== undefined && { method: "POST", body: encoded(fields) }),
  });
  if (answer.headers.get("content-type")?.startsWith("application/json") === true) {
    return (await answer.json()) as View;
  }
  // Whoever is not signed in gets the page to sign in.
  hasSessionEnded.value = true;
  throw new ApiError(apiProblem(undefined, 401), 401);
}

/** As a form without files is sent. */
function encoded(fields: FormData): URLSearchParams {
  const texts = [...fields].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new URLSearchParams(texts);
}
