import { once } from "node:events";
import { createServer } from "node:net";
import type { Control } from "./controls.ts";
import { tcp } from "../kinds/tcp.ts";

const HOST = "127.0.0.1";

/** The port of tcpmux, which nothing has offered for decades. */
const UNUSED_PORT = 1;

/** The prober's own listener answers: otherwise it has run out of sockets, or is not let out at all. */
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

/** Nobody answers where nobody listens: otherwise something answers for everybody. */
const unusedPort: Control = {
  id: "unused-port",
  expect: "fail",
  run: (context) => tcp.run({ host: HOST, port: UNUSED_PORT }, context),
};

/** The controls that every prober has: they need no network and no configuration. */
export const loopbackControls: readonly Control[] = [ownListener, unusedPort];
