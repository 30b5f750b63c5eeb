import { once } from "node:events";
import { createServer } from "node:net";
import type { Control } from "./controls.ts";
import { tcp } from "../kinds/tcp.ts";

const HOST = "127.0.0.1";

/** The port of tcpmux, which nothing has offered for decades. */
const UNUSED_PORT = 1;

/** The prober's own listener has to answer: otherwise the prober has run out of sockets, or its connections are blocked. */
const ownListener: Control = {
  id: "own-listener",
  expect: "pass",
  async run(context) {
    const server = createServer((socket) => socket.on("error", () => {}).end());
    await once(server.listen(0, HOST), "listening");
    try {
      const address = server.address();
      const port = typeof address === "object" ? (address?.port ?? 0) : 0;
      return await tcp.run({ host: HOST, port }, context);
    } finally {
      server.close();
    }
  },
};

/** A connection to an unused port has to fail: otherwise something intercepts connections. */
const unusedPort: Control = {
  id: "unused-port",
  expect: "fail",
  run: (context) => tcp.run({ host: HOST, port: UNUSED_PORT }, context),
};

/** The controls that every prober has: they need no network and no configuration. */
export const loopbackControls: readonly Control[] = [ownListener, unusedPort];
