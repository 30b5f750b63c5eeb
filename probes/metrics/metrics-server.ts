import { once } from "node:events";
import { createServer } from "node:http";
import type { Registry } from "prom-client";
import { Fault } from "#runtime/fault.ts";
import { isFromThisMachine, METRICS_NEED_TOKEN } from "#runtime/metrics-reader.ts";
import { carriesToken } from "#monitor/bearer-token.ts";

/** Metrics of this process, served over HTTP until disposed. */
interface MetricsServer extends AsyncDisposable {
  readonly port: number;
}

/** The metrics' port cannot be listened on; the message is one line. */
class MetricsPortError extends Fault {}

/** Serves `registry` at /metrics on every address, to those who send the token or, without one, to this machine alone; throws `MetricsPortError` when the port cannot be had. */
export async function serveMetrics(
  registry: Registry,
  port: number,
  token: string | undefined,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const isAllowed =
      token === undefined
        ? isFromThisMachine(request)
        : carriesToken(request.headers.authorization, token);
    if (!isAllowed) {
      const said = token === undefined ? METRICS_NEED_TOKEN : "Metrics take the bearer token.";
      response
        .writeHead(401, { "www-authenticate": "Bearer", "content-type": "text/plain" })
        .end(`${said}\n`);
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port);
  await once(server, "listening").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new MetricsPortError(
      `PROBE_METRICS_PORT is ${port}, which cannot be listened on (${code})`,
    );
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
