import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { createServer } from "node:tls";
import { describe } from "vitest";
import { temporaryDirectory } from "../temporary-directory.ts";

/** TLS in front of a service. */
export interface TlsProxy extends AsyncDisposable {
  readonly port: number;
  /** What its certificate is signed with: clients trust it alone. */
  readonly certificate: string;
}

const installOpenssl = "apt-get install openssl";

/** Describes tests that need a certificate; skipped, with the line that installs what makes one, where that is missing. */
export function describeWithTls(title: string, suite: () => void): void {
  const mayRun = spawnSync("openssl", ["version"]).status === 0;
  const hint = mayRun ? "" : ` (to run it: ${installOpenssl})`;
  describe.skipIf(!mayRun && process.env["CI"] !== "true")(`${title}${hint}`, () => {
    suite();
  });
}

/** Starts TLS on a free port in front of a service on this machine, with a certificate for `localhost`. */
export async function startTlsProxy(serviceUrl: string): Promise<TlsProxy> {
  await using directory = await temporaryDirectory("tls");
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => path.join(directory.path, name));
  execFileSync(
    "openssl",
    // prettier-ignore
    ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key!, "-out", cert!],
    { stdio: "ignore" },
  );
  const certificate = await readFile(cert!, "utf8");
  const { hostname, port } = new URL(serviceUrl);
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer({ key: await readFile(key!), cert: certificate }, (outer) => {
    const inner = connect(Number(port), hostname);
    for (const socket of [outer, inner]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => {
        sockets.delete(socket);
        outer.destroy();
        inner.destroy();
      });
    }
    outer.pipe(inner).pipe(outer);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return {
    port: address.port,
    certificate,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
