/** JSON as it was received. */
export type Json = Readonly<Record<string, unknown>>;

/** A JSON answer of the speech service. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** What is sent to the speech service, with a key or a session's token. */
export interface JsonRequest {
  readonly credential: string;
  readonly method?: string;
  /** JSON, or a form as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to the speech service and reads JSON. */
export async function askJson(
  address: URL,
  { credential, method = "GET", body, headers = {} }: JsonRequest,
): Promise<JsonAnswer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${credential}`,
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const { status } = answer;
  return { status, headers: answer.headers, body: (await answer.json()) as Json };
}

/** Status, code and field of an error. */
export function errorOf({ status, body }: JsonAnswer): readonly unknown[] {
  const { code, param } = body["error"] as Json;
  return [status, code, param];
}
