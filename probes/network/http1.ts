import { once } from "node:events";
import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import type { Socket } from "node:net";

/** A request as it is sent over a connection. */
export interface WireRequest {
  readonly url: URL;
  readonly method: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The head of an answer, and its body as it comes. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Buffer>;
}

/** Chromium has the same limit. */
const MAX_HEADER_BYTES = 256 * 1024;

/**
 * Sends a request over HTTP/1.1; any 1xx status before the answer is skipped, except for 101, which is the answer. Rejects with
 * Node's errors, and so does the body.
 */
export async function askOverHttp1(
  socket: Socket,
  { url, method, headers, body }: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  const request = httpRequest({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...headers, ...length },
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  // When a body breaks off, the parser's earlier error says more than that of the body.
  let broken: Error | undefined;
  request.on("error", (error) => (broken ??= error));
  const upgraded = Promise.withResolvers<WireAnswer>();
  request.once("upgrade", ({ statusCode = 0, headers: named }, opened) => {
    opened.destroy();
    upgraded.resolve({ status: statusCode, headers: named, body: emptyBody() });
  });
  request.end(body);
  const answered = once(request, "response", { signal });
  // Only one of the two arrives.
  answered.catch(() => {});
  const first = await Promise.race([answered, upgraded.promise]);
  if (!Array.isArray(first)) return first;
  const [response] = first as [AsyncIterable<Buffer> & IncomingMessage];
  const { statusCode = 0, headers: named } = response;
  return { status: statusCode, headers: named, body: orBroken(response, () => broken) };
}

interface IncomingMessage {
  readonly statusCode?: number;
  readonly headers: IncomingHttpHeaders;
}

async function* orBroken(
  body: AsyncIterable<Buffer>,
  broken: () => Error | undefined,
): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw broken() ?? error;
  }
}

async function* emptyBody(): AsyncGenerator<Buffer> {}
