import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a server does with a request for a path. */
export type Route = (request: IncomingMessage, response: ServerResponse) => void;

/** A request as it came. */
export interface ServedRequest {
  readonly path: string;
  readonly range: string | undefined;
  readonly authorization: string | undefined;
}

/** A web server of files on this machine, which may misbehave. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: ServedRequest[];
  route(path: string, route: Route): void;
  /** Breaks all connections that there are. */
  breakConnections(): void;
}

/** Starts a server on a free port, without a path. */
export async function startFileServer(): Promise<FileServer> {
  const routes = new Map<string, Route>();
  const requests: ServedRequest[] = [];
  const server = createServer((request, response) => {
    const { range, authorization } = request.headers;
    const path = request.url ?? "";
    requests.push({ path, range, authorization });
    const route = routes.get(path) ?? status(404);
    route(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    route: (path, route) => void routes.set(path, route),
    breakConnections: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends a file, or the rest of it that is asked for. */
export function file(bytes: Buffer): Route {
  return ({ headers }, response) => {
    const from = rangeStart(headers.range);
    sendHead(response, bytes, from);
    response.end(bytes.subarray(from));
  };
}

/** Sends so many bytes of a file, or of the rest that is asked for, and then nothing more. */
export function fileThatStalls(bytes: Buffer, after: number): Route {
  return ({ headers }, response) => {
    const from = rangeStart(headers.range);
    sendHead(response, bytes, from);
    response.write(bytes.subarray(from, from + after));
  };
}

/** Sends a file whole, whatever part of it is asked for. */
export function fileWithoutRanges(bytes: Buffer): Route {
  return (_, response) => response.writeHead(200, { "content-length": bytes.length }).end(bytes);
}

/** Sends a file and does not say how long it is. */
export function fileOfNoLength(bytes: Buffer): Route {
  return (_, response) => {
    response.writeHead(200);
    response.write(bytes.subarray(0, 1));
    response.end(bytes.subarray(1));
  };
}

/** Sends a byte of a file in each `everyMs`. */
export function fileByDrops(bytes: Buffer, everyMs: number): Route {
  return (_, response) => {
    response.writeHead(200, { "content-length": bytes.length });
    let at = 0;
    const timer = setInterval(() => response.write(bytes.subarray(at, ++at)), everyMs);
    response.once("close", () => clearInterval(timer));
  };
}

/** Answers without a file. */
export function status(code: number): Route {
  return (_, response) => response.writeHead(code).end("no file");
}

/** Leads elsewhere. */
export function redirect(location: string): Route {
  return (_, response) => response.writeHead(302, { location }).end();
}

function rangeStart(range: string | undefined): number {
  return Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
}

function sendHead(response: ServerResponse, bytes: Buffer, from: number): void {
  const last = bytes.length - 1;
  response.writeHead(from === 0 ? 200 : 206, {
    "content-length": bytes.length - from,
    ...(from > 0 && { "content-range": `bytes ${from}-${last}/${bytes.length}` }),
  });
}
