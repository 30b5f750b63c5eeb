import { ApiError, apiProblem } from "#web-kit/api/api-error.ts";
import { callApi } from "#web-kit/api/call-api.ts";
import { hasSessionEnded } from "./call.ts";

/** Requests the data of a dashboard page as JSON instead of HTML; posts `fields` if given. Rejects with ApiError. */
export async function askView<View>(address: string, fields?: FormData): Promise<View> {
  const answer = await callApi(address, {
    headers: { accept: "application/json" },
    ...(fields !== undefined && { method: "POST", body: encoded(fields) }),
  });
  if (answer.headers.get("content-type")?.startsWith("application/json") === true) {
    return (await answer.json()) as View;
  }
  // The server answers with the sign-in page where nobody is signed in.
  hasSessionEnded.value = true;
  throw new ApiError(apiProblem(undefined, 401), 401);
}

/** Encodes fields like a form without files; files are left out. */
function encoded(fields: FormData): URLSearchParams {
  const texts = [...fields].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new URLSearchParams(texts);
}
