import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { startProduct } from "../../kit/product-process.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { lookOn, wholeAnswer } from "../seen.ts";
import type { Attacked, VictimProgram } from "./attacked.ts";

const CHECKS = 100;

/** A prober with a hundred checks, and the port of its metrics. */
export const prober: VictimProgram = {
  headings: { small: "/readyz, p99", large: "/metrics" },
  max: { smallP99Ms: 50, largeMs: 500 },
  start,
};

async function start(): Promise<Attacked> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryDirectory("abuse"));
  const target = createServer((_request, response) => response.end("well")).listen(0, "127.0.0.1");
  stack.defer(() => target.closeAllConnections());
  stack.defer(() => void target.close());
  await once(target, "listening");
  const file = path.join(home.path, "monitor.yaml");
  await writeFile(file, monitorFile((target.address() as AddressInfo).port));
  const token = randomUUID();
  const { pid, url } = stack.use(
    await startProduct("probes/main.ts", home.path, {
      DATA_DIR: path.join(home.path, "data"),
      MONITOR_CONFIG: file,
      PROBE_API_KEY: "sk_none",
      METRICS_TOKEN: token,
      LOG_LEVEL: "error",
    }),
  );
  const headers = { authorization: `Bearer ${token}` };
  const asks = {
    small: wholeAnswer(() => fetch(`${url}/readyz`)),
    large: wholeAnswer(() => fetch(`${url}/metrics`, { headers })),
  };
  const running = stack.move();
  return {
    pid,
    url,
    key: "",
    lookOn: (until) => lookOn(asks, until),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function monitorFile(port: number): string {
  const checks = Array.from(
    { length: CHECKS },
    (_, at) => `      - { id: check-${at}, kind: http, url: "http://127.0.0.1:${port}/${at}" }`,
  );
  return `page: { id: page, name: { en: Page }, url: "http://127.0.0.1" }
controls: []
groups: [{ id: group, name: Group }]
components:
  - id: component
    group: group
    name: { en: Component }
    checks:
${checks.join("\n")}
`;
}
