import { ApiError, apiProblem, connectionProblem } from "./api-error.ts";

/** Calls the API; rejects with ApiError where the response is not successful, or with the reason of an aborted signal. */
export async function callApi(address: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(address, init).catch((error: unknown) => {
    init.signal?.throwIfAborted();
    throw error instanceof TypeError ? new ApiError(connectionProblem()) : error;
  });
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  const { status, headers } = response;
  throw new ApiError(apiProblem(body, status, headers.get("retry-after")), status);
}

/** Returns the headers and body of a request that sends a value as JSON. */
export function jsonBody(value: unknown) {
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}
