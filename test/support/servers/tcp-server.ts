import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

import type { KeyPair } from "./certificates.ts";

/** A server over TCP or TLS on 127.0.0.1, or the address that it was given. */
export interface TcpServer extends AsyncDisposable {
  readonly port: number;
}

/** Starts a server that does `serve` with each connection; with a key pair over TLS; on a free port of 127.0.0.1 unless told. */
export async function startTcpServer(
  serve: (socket: Socket) => void,
  pair?: KeyPair,
  port = 0,
  host = "127.0.0.1",
): Promise<TcpServer> {
  const sockets = new Set<Socket>();
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    serve(socket);
  };
  const server =
    pair === undefined
      ? createServer(accept)
      : createTlsServer({ key: pair.key, cert: pair.certificate }, accept);
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
