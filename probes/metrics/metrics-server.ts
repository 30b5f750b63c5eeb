import { JSON_TYPE } from "#runtime/content-types.ts";
import { once } from "node:events";
import type { Registry } from "prom-client";
import { Connections } from "#runtime/connections.ts";
import { negotiateEncoding } from "#runtime/content-encoding.ts";
import { listenFault } from "#runtime/listen-fault.ts";
import { boundedServer } from "#runtime/http-server.ts";
import { isFromThisMachine, METRICS_NEED_TOKEN } from "#runtime/metrics-reader.ts";
import { representationOf } from "#runtime/representation.ts";
import { madeInTurns } from "#runtime/turns.ts";
import { carriesToken } from "#monitor/bearer-token.ts";

/** Readiness of a prober, and what it waits for before it probes. */
export type Readiness =
  | { readonly status: "ok" | "draining" }
  | { readonly status: "waiting"; readonly for: "database" | "api_key" };

/** Metrics of this process, served over HTTP until disposed. */
interface MetricsServer extends AsyncDisposable {
  readonly port: number;
}

/** Nobody connects to this port but Prometheus, balancers and people who look; the rest of the descriptors is for checks. */
const MAX_CONNECTIONS = 256;

/**
 * Serves `registry` at /metrics on every address: to requests with one of the tokens or, if there are none, to this machine
 * only. Serves /healthz (the process lives) and /readyz (it probes) to everybody. Throws `ConfigError` when it cannot listen
 * on the port.
 */
export async function serveMetrics(
  registry: Registry,
  port: number,
  {
    tokens,
    readiness,
  }: { readonly tokens: readonly string[]; readonly readiness: () => Readiness },
): Promise<MetricsServer> {
  // Readers of the same moment share the bytes, however slowly they read.
  const figures = madeInTurns(async () =>
    representationOf(registry.contentType, await registry.metrics()),
  );
  const server = boundedServer(new Connections(MAX_CONNECTIONS), (request, response) => {
    const health = healthOf(request.url, readiness);
    if (health !== undefined) {
      response
        .writeHead(health.status === "ok" ? 200 : 503, {
          "content-type": JSON_TYPE,
          "cache-control": "no-store",
        })
        .end(JSON.stringify(health));
      return;
    }
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    const isAllowed =
      tokens.length === 0
        ? isFromThisMachine(request)
        : carriesToken(request.headers.authorization, tokens);
    if (!isAllowed) {
      const said = tokens.length === 0 ? METRICS_NEED_TOKEN : "Metrics take the bearer token.";
      response
        .writeHead(401, { "www-authenticate": "Bearer", "content-type": "text/plain" })
        .end(`${said}\n`);
      return;
    }
    const wanted = negotiateEncoding(String(request.headers["accept-encoding"] ?? ""));
    figures()
      .then((made) => made.encoded(wanted))
      .then(
        ({ body, encoding }) =>
          response
            .writeHead(200, {
              "content-type": registry.contentType,
              "cache-control": "no-store",
              vary: "accept-encoding",
              ...(encoding !== "identity" && { "content-encoding": encoding }),
            })
            .end(body),
        () => response.writeHead(500).end(),
      );
  });
  server.listen(port);
  await once(server, "listening").catch((error: unknown) => {
    throw listenFault(error, "PROBE_METRICS", { port });
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

function healthOf(url: string | undefined, readiness: () => Readiness): Readiness | undefined {
  if (url === "/healthz") return { status: "ok" };
  return url === "/readyz" ? readiness() : undefined;
}
