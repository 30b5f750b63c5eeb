import { sessionToken } from "../../session/demo-session.ts";

/**
 * Sends a request to the service that serves this page, whatever host its document names, so that a key is never sent
 * elsewhere. A request without a key uses the page's demo session.
 */
export async function fetchFromService(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  if (!hasCredential(headers)) {
    headers.delete("x-api-key");
    const token = await sessionToken().catch(() => undefined);
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  }
  const body = request.body === null ? null : await request.blob();
  return fetch(`${pathname}${search}`, {
    method: request.method,
    headers,
    body,
    signal: request.signal,
  });
}

/** Returns whether a request has a key; the renderer sends an empty one where none was entered. */
function hasCredential(headers: Headers): boolean {
  return (
    /^bearer \S/i.test(headers.get("authorization") ?? "") ||
    (headers.get("x-api-key") ?? "") !== ""
  );
}
