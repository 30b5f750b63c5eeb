import { Client, type Dispatcher } from "undici";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { dial, targetOf } from "./dial.ts";
import { networkFailure } from "./network-failure.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";

/** One HTTP request of a check. */
interface ExchangeRequest {
  readonly url: string;
  readonly method?: "GET" | "POST" | "DELETE" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Dispatcher.RequestOptions["body"];
}

/** A complete HTTP answer and how long each phase of it took, in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly phases: ObservationPhases;
  /** What the request was, for messages: method and URL without its query. */
  readonly what: string;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Made once: without it, a client makes an error with its stack each time that it is destroyed. */
const OVER = new Error("the exchange is over");

/** Sends one request on a connection of its own and reads the whole answer, or throws a `CheckFailure`. */
export async function exchange(request: ExchangeRequest, access: CheckAccess): Promise<Answer> {
  const { signal, trace } = access;
  const url = new URL(request.url);
  const what = `${request.method ?? "GET"} ${url.origin}${url.pathname}`;
  const phases: ObservationPhases = {};
  let client: Client | undefined;
  try {
    const socket = await dial(targetOf(url), access, phases);
    client = new Client(url.origin, {
      // Not at once: the client does not look at its queue again while it is asking for a connection.
      connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
      pipelining: 0,
      // The check's own timeout rules.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const sentMs = performance.now();
    const response = await client.request({
      path: `${url.pathname}${url.search}`,
      method: request.method ?? "GET",
      headers: { "user-agent": "speech-status-prober", ...request.headers },
      body: request.body ?? null,
      signal,
    });
    phases.first_byte = performance.now() - sentMs;
    trace.noteExchange(what, response.statusCode, response.headers);
    const body = await readBody(response.body, what, phases);
    phases.transfer = performance.now() - sentMs - phases.first_byte;
    return { status: response.statusCode, headers: response.headers, body, phases, what };
  } catch (error) {
    throw networkFailure(error, what, phases, signal);
  } finally {
    await client?.destroy(OVER);
  }
}

async function readBody(
  body: AsyncIterable<Buffer>,
  what: string,
  phases: ObservationPhases,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let lengthBytes = 0;
  for await (const chunk of body) {
    lengthBytes += chunk.length;
    if (lengthBytes > MAX_BODY_BYTES) {
      throw new CheckFailure("bad_body", `${what}: more than ${MAX_BODY_BYTES} bytes`, { phases });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
