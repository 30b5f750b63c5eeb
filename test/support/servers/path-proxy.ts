import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

/** A web server that has another one below a path, and nothing else. */
export interface PathProxy extends AsyncDisposable {
  /** `http://127.0.0.1:PORT/PATH`. */
  readonly url: string;
  /** What was asked for outside of the path; each was answered 404. */
  readonly strayed: readonly string[];
  /** From now on it passes requests to this port of this machine. */
  leadTo(port: number): void;
}

/**
 * Starts a proxy on a free port. `strips` has it take the path away before it passes a request on, as nginx does for a `proxy_pass`
 * that ends in a slash.
 */
export async function startPathProxy(path: string, strips: boolean): Promise<PathProxy> {
  const strayed: string[] = [];
  let port = 0;
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    const rest = url.slice(path.length);
    if (!url.startsWith(path) || !/^(?:$|[/?])/.test(rest)) {
      strayed.push(url);
      response.writeHead(404).end();
      return;
    }
    const { method = "GET", headers } = request;
    const stripped = rest.startsWith("/") ? rest : `/${rest}`;
    const passed = ask(
      { host: "127.0.0.1", port, method, headers, path: strips ? stripped : url },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    strayed,
    leadTo: (target) => void (port = target),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
