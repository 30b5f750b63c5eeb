import type { Json } from "../ask-json.ts";

/** An answer of the admin API. */
export interface AdminAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Asks the admin API at `url` as whoever has the token. */
export function adminClient(url: () => string, token: string) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<AdminAnswer> => {
    const answer = await fetch(new URL(`/admin${path}`, url()), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Json };
  };
}

/** Status, code and field of a refusal. */
export function refusalOf({ status, body }: AdminAnswer): readonly unknown[] {
  const { code, param } = body["error"] as Json;
  return [status, code, param];
}

/** What a refusal says. */
export function messageOf({ body }: AdminAnswer): string {
  return String((body["error"] as Json)["message"]);
}
