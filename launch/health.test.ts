import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "vitest";

/** Where nobody listens. */
const NOBODY = "1";

/** Starts a server that answers one path well; returns its port. */
async function serverOf(stack: AsyncDisposableStack, well: string): Promise<string> {
  const server = createServer(({ url }, response) =>
    response.writeHead(url === well ? 200 : 503).end(),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stack.defer(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

async function exitCode(ports: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const nobody = { SERVICE_PORT: NOBODY, STATUS_PORT: NOBODY, PROBE_METRICS_PORT: NOBODY };
  const program = path.join(import.meta.dirname, "health.ts");
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...nobody, SERVICE_HOST: "0.0.0.0", STATUS_HOST: "::", ...ports },
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number];
  return code;
}

test("a container is well when whatever listens in it says so, and somebody does", async () => {
  await using stack = new AsyncDisposableStack();
  const well = await serverOf(stack, "/healthz");
  const unwell = await serverOf(stack, "/readyz");
  const codes = await Promise.all([
    exitCode({}),
    exitCode({ SERVICE_PORT: well }),
    exitCode({ STATUS_PORT: well, PROBE_METRICS_PORT: well }),
    exitCode({ SERVICE_PORT: unwell, STATUS_PORT: well }),
    exitCode({ SERVICE_PORT: unwell }, ["/readyz"]),
  ]);
  expect(codes).toEqual([1, 0, 0, 1, 0]);
});
