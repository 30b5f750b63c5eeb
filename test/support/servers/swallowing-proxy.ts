import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** TCP between a client and a server of this machine, which can fall silent without a word to either. */
export interface SwallowingProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on every byte of every connection is swallowed, and no connection is closed. */
  vanish(): void;
  /** New connections get through again; those that it vanished from stay silent for ever. */
  comeBack(): void;
}

/** Starts a proxy on a free port in front of `port` of this machine. */
export async function startSwallowingProxy(port: number): Promise<SwallowingProxy> {
  let hasVanished = false;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (hasVanished) {
      client.resume();
      return;
    }
    const target = connect(port, "127.0.0.1");
    keep(target);
    client.pipe(target);
    target.pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    vanish() {
      hasVanished = true;
      for (const socket of sockets) {
        socket.unpipe();
        socket.resume();
      }
    },
    comeBack: () => void (hasVanished = false),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
