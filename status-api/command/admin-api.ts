import { setTimeout as sleep } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { type Static, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";

/** A command that could not be carried out; the message is one line. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** A client of the admin API of a status page. */
export type AdminApi = ReturnType<typeof adminApi>;

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export interface AdminRequest {
  readonly method?: Method;
  /** The path below /admin. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
}

const Refusal = Type.Object({ error: Type.Object({ message: Type.String() }) });

const TIMEOUT_MS = 20_000;
const ATTEMPTS = 3;
const PAUSE_MS = 500;

/** Returns a client of the admin API of the status page at `url`, as `actor` with `token`. */
export function adminApi(url: string, token: string, actor: string) {
  const headers = { authorization: `Bearer ${token}`, "x-actor": actor };

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await reach(new URL(`${url}${path}`), init);
    if (response.ok) return response;
    throw new CommandError(await whyNot(response, url));
  };

  return {
    /**
     * Sends a request and returns its answer; throws CommandError. A change is made only once, even when the request is
     * retried.
     */
    async ask<Schema extends TSchema>(
      schema: Schema,
      { method = "GET", path, query = {}, body }: AdminRequest,
    ): Promise<Static<Schema>> {
      const parameters = Object.entries(query).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      );
      const search = new URLSearchParams(parameters).toString();
      const response = await send(`/admin${path}${search === "" ? "" : `?${search}`}`, {
        method,
        headers: {
          ...headers,
          ...(method !== "GET" && { "idempotency-key": randomUUID() }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json().catch(() => undefined);
      if (Value.Check(schema, answer)) return answer;
      throw new CommandError(`${url} answered something else; is it a status API of this version?`);
    },

    async download(path: string) {
      const response = await send(path, { headers });
      const named = /filename="([^"/\\]+)"/.exec(response.headers.get("content-disposition") ?? "");
      return {
        filename: named?.[1] ?? "download",
        bytes: new Uint8Array(await response.arrayBuffer()),
      };
    },
  };
}

/** Sends a request, and retries it when the connection broke: its Idempotency-Key makes that harmless. */
async function reach(address: URL, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(address, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
    } catch (error) {
      const reason = reasonOf(error);
      if (attempt === ATTEMPTS || !["ECONNRESET", "UND_ERR_SOCKET"].includes(reason)) {
        throw new CommandError(
          `the status API at ${address.origin} cannot be reached (${reason}); STATUS_URL says where it is`,
        );
      }
      await sleep(PAUSE_MS);
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${TIMEOUT_MS / 1000} s`;
  const cause = error.cause as { readonly code?: string; readonly message?: string } | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}

async function whyNot(response: Response, url: string): Promise<string> {
  if (response.status === 401) {
    return `the status API at ${url} does not know this token; STATUS_ADMIN_TOKEN, or DATA_DIR with its file, takes that of the status API`;
  }
  const refusal: unknown = await response.json().catch(() => undefined);
  return Value.Check(Refusal, refusal)
    ? refusal.error.message
    : `the status API at ${url} answered ${response.status}`;
}
