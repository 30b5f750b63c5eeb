import { once } from "node:events";
import { connect, type IncomingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import type { WireAnswer, WireRequest } from "./http1.ts";

/**
 * Sends a request over HTTP/2, for servers that support nothing else; the connection ends with the body. Rejects with Node's
 * errors.
 */
export async function askOverHttp2(
  socket: Socket,
  { url, method, headers, body }: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const session = connect(url.origin, { createConnection: () => socket });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  session.on("error", failed.reject);
  const stream = session.request(
    {
      ":method": method,
      ":scheme": url.protocol.slice(0, -1),
      ":authority": url.host,
      ":path": `${url.pathname}${url.search}`,
      ...headers,
    },
    { endStream: body === undefined },
  );
  // Handled even if nothing awaits it any more.
  stream.on("error", failed.reject);
  if (body !== undefined) stream.end(body);
  const answered = once(stream, "response", { signal });
  const [named] = (await Promise.race([answered, failed.promise])) as [IncomingHttpHeaders];
  const { ":status": status, ...others } = named;
  return { status: Number(status), headers: others, body: stream as AsyncIterable<Buffer> };
}
