import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { errorResponse } from "#database/error-response.ts";
import type { KeyPair } from "./certificates.ts";

/** What stands before a PostgreSQL server: it ends TLS, or refuses who asks for a parameter, as a pooler does. */
interface BeforePostgres extends AsyncDisposable {
  readonly port: number;
}

/** Of the protocol: what a client sends first to ask for TLS. */
const SSL_REQUEST = 80_877_103;

/** Refuses whoever names a parameter when it connects. */
interface Refusing {
  readonly when: string;
  readonly code: string;
  readonly message: string;
}

/** Starts it on a free port, before the server at `port` of this machine. */
export async function startBeforePostgres(
  port: number,
  { pair, refusing }: { readonly pair?: KeyPair; readonly refusing?: Refusing },
): Promise<BeforePostgres> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => sockets.delete(socket));
  };
  const join = (outer: Socket, first: Buffer): void => {
    if (refusing !== undefined && first.includes(`\0${refusing.when}\0`)) {
      outer.end(errorResponse(refusing.code, refusing.message));
      return;
    }
    const inner = connect(port, "127.0.0.1");
    keep(inner);
    inner.write(first);
    outer.pipe(inner).pipe(outer);
    inner.once("close", () => outer.destroy());
    outer.once("close", () => inner.destroy());
  };
  const server = createServer((raw) => {
    keep(raw);
    raw.once("data", (first) => {
      if (first.length !== 8 || first.readUInt32BE(4) !== SSL_REQUEST) return join(raw, first);
      if (pair === undefined) {
        raw.write("N");
        return;
      }
      raw.write("S");
      const { key, certificate: cert } = pair;
      const outer = new TLSSocket(raw, { isServer: true, key, cert });
      keep(outer);
      outer.once("data", (sent) => join(outer, sent));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return {
    port: address.port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
