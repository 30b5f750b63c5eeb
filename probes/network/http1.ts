import { once } from "node:events";
import { type IncomingHttpHeaders, request as httpRequest } from "node:http";
import type { Socket } from "node:net";

/** What is asked over a connection. */
export interface WireRequest {
  readonly url: URL;
  readonly method: string;
  /** In small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

/** The head of an answer, and its body as it comes. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: AsyncIterable<Buffer>;
}

/** As much as Chromium takes. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Asks over HTTP/1.1; any 1xx before the answer is passed over. Rejects with Node's errors, and so does the body. */
export async function askOverHttp1(
  socket: Socket,
  { url, method, headers, body }: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const length = body === undefined ? {} : { "content-length": String(body.length) };
  const asked = httpRequest({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, ...headers, ...length },
    setHost: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  // What a body that breaks off says is less than what the parser said before.
  let broken: Error | undefined;
  asked.on("error", (error) => (broken ??= error));
  const upgraded = Promise.withResolvers<WireAnswer>();
  asked.once("upgrade", ({ statusCode = 0, headers: named }, opened) => {
    opened.destroy();
    upgraded.resolve({ status: statusCode, headers: named, body: emptyBody() });
  });
  asked.end(body);
  const answered = once(asked, "response", { signal });
  // One of the two never comes.
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
