import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** TCP between clients and a web server of this machine, which may hold what is answered on one route. */
export interface SlowRouteProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on what is answered on connections that begin with this request line comes so much later. */
  slowDown(requestLine: string, ms: number): void;
  /** New connections are as quick as they were. */
  speedUp(): void;
}

/** Starts a proxy on a free port in front of `port` of this machine. */
export async function startSlowRouteProxy(port: number): Promise<SlowRouteProxy> {
  let slow: { readonly requestLine: string; readonly ms: number } | undefined;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    const target = connect({ port, host: "127.0.0.1" });
    keep(target);
    client.once("data", (first) => {
      if (slow !== undefined && first.toString("latin1").startsWith(slow.requestLine)) {
        const { ms } = slow;
        target.unpipe(client);
        target.once("readable", () => {
          void sleep(ms, undefined, { ref: false }).then(() => target.pipe(client));
        });
      }
      target.write(first);
      client.pipe(target);
    });
    target.pipe(client);
    client.on("close", () => target.destroy());
    target.on("close", () => client.destroySoon());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    slowDown: (requestLine, ms) => void (slow = { requestLine, ms }),
    speedUp: () => void (slow = undefined),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
