import { once } from "node:events";
import { createServer } from "node:net";

/** Finds a TCP port on 127.0.0.1 that nothing listens on, for programs that cannot take port 0. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return address.port;
}
