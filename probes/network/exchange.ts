import { MEBIBYTE } from "#units/bytes.ts";
import type { Socket } from "node:net";
import { type FormData, Response } from "undici";
import type { ObservationPhases } from "#migrations/status/schema.ts";
import { CodingError, decoded } from "./content-coding.ts";
import { dial, targetOf } from "./dial.ts";
import { askOverHttp1, type WireAnswer, type WireRequest } from "./http1.ts";
import { askOverHttp2 } from "./http2.ts";
import { networkFailure } from "./network-failure.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";

/** One HTTP request of a check. */
interface ExchangeRequest {
  readonly url: string;
  readonly method?: "GET" | "POST" | "DELETE" | "HEAD";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  /** Maximum size of a body that is kept; a longer one is read to its end and discarded. */
  readonly maxBytes?: number;
}

/** A complete HTTP answer and how long each phase of it took, in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Decoded from its Content-Encoding; empty if it is longer than `maxBytes`. */
  readonly body: Buffer;
  /** Whether the body is longer than `maxBytes`. */
  readonly isTooLong: boolean;
  readonly phases: ObservationPhases;
  /** Name of the request in messages: method and URL without its query. */
  readonly what: string;
}

/** Maximum size of a body of each kind; a document is parsed as a whole, which blocks everything else meanwhile. */
export const BODY_LIMITS = { document: 8 * MEBIBYTE, audio: 64 * MEBIBYTE } as const;

/** The TLS alert of a server that supports none of the offered protocols. */
const NO_SUCH_PROTOCOL = "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL";

/** Sends one request on a connection of its own and reads the whole answer, or throws a `CheckFailure`. */
export async function exchange(request: ExchangeRequest, access: CheckAccess): Promise<Answer> {
  const { signal, trace } = access;
  const url = new URL(request.url);
  const what = `${request.method ?? "GET"} ${url.origin}${url.pathname}`;
  const phases: ObservationPhases = {};
  const wire = await wireRequest(url, request);
  const come = { status: undefined as number | undefined, bytes: 0 };
  let socket: Socket | undefined;
  const abort = (): void => void socket?.destroy();
  signal.addEventListener("abort", abort, { once: true });
  try {
    const connection = await open(url, access, phases);
    socket = connection.socket;
    const sentMs = performance.now();
    const { status, headers, body } = await connection.ask(wire, signal);
    phases.first_byte = performance.now() - sentMs;
    come.status = status;
    trace.noteExchange(what, status, headers);
    const maxBytes = request.maxBytes ?? BODY_LIMITS.document;
    const packed = await readBody(body, maxBytes, come);
    phases.transfer = performance.now() - sentMs - phases.first_byte;
    const whole = packed && (await decoded(packed, codingOf(headers), maxBytes));
    return { status, headers, body: whole ?? NOTHING, isTooLong: !whole, phases, what };
  } catch (error) {
    if (error instanceof CodingError) {
      throw new CheckFailure("bad_body", `${what}: ${error.message}`, { phases });
    }
    throw networkFailure(error, what, phases, signal, soFar(come, url, phases));
  } finally {
    signal.removeEventListener("abort", abort);
    socket?.destroy();
  }
}

const NOTHING = Buffer.alloc(0);

interface Connection {
  readonly socket: Socket;
  readonly ask: (request: WireRequest, signal: AbortSignal) => Promise<WireAnswer>;
}

/** Connects for HTTP/1.1, or for HTTP/2 if the server supports nothing else. */
async function open(url: URL, access: CheckAccess, phases: ObservationPhases): Promise<Connection> {
  const target = targetOf(url);
  try {
    const socket = await dial(target, access, phases);
    return { socket, ask: (request, signal) => askOverHttp1(socket, request, signal) };
  } catch (error) {
    if (target.tls === undefined || !isNoSuchProtocol(error)) throw error;
    const tls = { ...target.tls, protocols: ["h2"] };
    const socket = await dial({ ...target, tls }, access, phases);
    return { socket, ask: (request, signal) => askOverHttp2(socket, request, signal) };
  }
}

function isNoSuchProtocol(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === NO_SUCH_PROTOCOL;
}

async function wireRequest(url: URL, request: ExchangeRequest): Promise<WireRequest> {
  const { method = "GET", body } = request;
  // An answer that is compressed nevertheless is decoded.
  const headers = {
    "user-agent": "speech-status-prober",
    "accept-encoding": "identity",
    ...request.headers,
  };
  if (body === undefined) return { url, method, headers, body: undefined };
  if (typeof body === "string") return { url, method, headers, body: Buffer.from(body) };
  const form = new Response(body);
  const type = form.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await form.arrayBuffer());
  return { url, method, headers: { ...headers, "content-type": type }, body: bytes };
}

/** Reads a body to its end; returns undefined for one that is longer than `maxBytes`. */
async function readBody(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  come: { bytes: number },
): Promise<Buffer | undefined> {
  let chunks: Buffer[] = [];
  for await (const chunk of body) {
    come.bytes += chunk.length;
    if (come.bytes <= maxBytes) chunks.push(chunk);
    else chunks = [];
  }
  return come.bytes > maxBytes ? undefined : Buffer.concat(chunks);
}

function codingOf(headers: WireAnswer["headers"]): string | undefined {
  return headers["content-encoding"];
}

/** Returns, for messages, how much of an answer had arrived. */
function soFar(
  { status, bytes }: { readonly status: number | undefined; readonly bytes: number },
  { protocol }: URL,
  phases: ObservationPhases,
): string {
  if (status !== undefined) return `status ${status} and ${bytes} bytes of the body so far`;
  const isSecuring = protocol === "https:" && phases.tls === undefined;
  return isSecuring ? "the TLS handshake was not done" : "nothing of the answer so far";
}
