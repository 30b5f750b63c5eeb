import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { expect, test } from "vitest";
import { connectToAny, NoConnectionError } from "./connect-to-any.ts";

async function listen(): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const addressesOf =
  (...addresses: readonly string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

/** Reserved for documents: whoever connects there gets no answer, or that there is no way. */
const nowhere = "192.0.2.1";

test("an address that does not answer does not hold up the next one", async () => {
  const server = await listen();
  const { port } = server.address() as AddressInfo;
  const host = "two.test";
  const resolve = addressesOf(nowhere, "127.0.0.1");
  const signal = AbortSignal.timeout(5_000);
  const socket = await connectToAny({ host, port, resolve, signal });
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
  server.close();
});

test("a name whose addresses all refuse is told with each of them", async () => {
  const server = await listen();
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const resolve = addressesOf("127.0.0.1", "127.0.0.2");
  const error = await connectToAny({ host: "two.test", port, resolve }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NoConnectionError);
  expect(error).toMatchObject({
    code: "ECONNREFUSED",
    message: `connect ECONNREFUSED 127.0.0.1:${port}; connect ECONNREFUSED 127.0.0.2:${port}`,
  });
});

test("a name without any address is told, and an abort ends the attempts", async () => {
  const resolve = addressesOf();
  await expect(connectToAny({ host: "none.test", port: 1, resolve })).rejects.toBeInstanceOf(
    NoConnectionError,
  );
  const never = () => new Promise<never>(() => {});
  const signal = AbortSignal.timeout(20);
  await expect(
    connectToAny({ host: "slow.test", port: 1, resolve: never, signal }),
  ).rejects.toMatchObject({ name: "TimeoutError" });
});
