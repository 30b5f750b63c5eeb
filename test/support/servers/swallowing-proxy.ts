import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** TCP between a client and a server of this machine, which can fall silent without a word to either, or be slow. */
export interface SwallowingProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on every byte of every connection is swallowed, and no connection is closed. */
  vanish(): void;
  /** New connections get through again; those that it vanished from stay silent for ever. */
  comeBack(): void;
  /** From now on what a client sends arrives so much later, but for the first of a connection. */
  delay(ms: number): void;
}

interface Connection {
  isSilent: boolean;
}

/** Starts a proxy on a free port in front of `port` of this machine. */
export async function startSwallowingProxy(port: number): Promise<SwallowingProxy> {
  let hasVanished = false;
  let delayMs = 0;
  const sockets = new Set<Socket>();
  const connections = new Set<Connection>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    keep(client);
    if (hasVanished) {
      client.resume();
      return;
    }
    const connection = { isSilent: false };
    connections.add(connection);
    const target = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    keep(target);
    let sent: Promise<void> | undefined;
    const send = (pass: () => void): void => {
      const ms = sent === undefined ? 0 : delayMs;
      sent = (sent ?? Promise.resolve())
        .then(() => (ms > 0 ? sleep(ms, undefined, { ref: false }) : undefined))
        .then(() => {
          if (!connection.isSilent) pass();
        });
    };
    client.on("data", (bytes) => send(() => target.write(bytes)));
    client.on("end", () => send(() => target.end()));
    target.on("data", (bytes) => void (connection.isSilent || client.write(bytes)));
    target.on("end", () => void (connection.isSilent || client.end()));
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on("close", () => {
        connections.delete(connection);
        if (!connection.isSilent) other.destroySoon();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    vanish() {
      hasVanished = true;
      for (const connection of connections) connection.isSilent = true;
    },
    comeBack: () => void (hasVanished = false),
    delay: (ms) => void (delayMs = ms),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
