import path from "node:path";
import { freePort } from "../support/free-port.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

/** A program of the product as people run it, in a process of its own. */
export interface ProductProcess extends ServerProcess {
  readonly url: string;
}

const PORTS = {
  "probes/main.ts": "PROBE_METRICS_PORT",
  "service/main.ts": "SERVICE_PORT",
  "status-api/main.ts": "STATUS_PORT",
} as const;

/** Starts a program on a free port, and waits until it is ready; its output goes to a file in `home`. */
export async function startProduct(
  entry: keyof typeof PORTS,
  home: string,
  environment: Readonly<Record<string, string>>,
): Promise<ProductProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    command: [entry],
    environment: { ...environment, [PORTS[entry]]: String(port) },
    outputFile: path.join(home, `${path.dirname(entry)}.log`),
    isUp: async () => (await fetch(`${url}/readyz`)).ok,
  });
  return { pid: server.pid, url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
