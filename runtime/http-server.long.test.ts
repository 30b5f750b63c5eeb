import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { Connections } from "./connections.ts";
import { httpServers } from "./http-server.ts";

/** The longest that a small request may take, and the time in which that is looked at. */
const MAX_MS = 28_000;
const FORM = "content-type: application/x-www-form-urlencoded\r\ncontent-length: 9\r\n\r\na";
const LARGE = "x: y\r\n\r\n";

const halves: readonly (readonly [
  what: string,
  takesUploads: boolean,
  bytes: string,
  status: number,
])[] = [
  ["half a head", true, "GET / HTTP/1.1\r\nhost: a\r\nx", 408],
  ["nothing", true, "", 408],
  ["half a form", true, `POST / HTTP/1.1\r\nhost: a\r\n${FORM}`, 408],
  ["half a form, where there are no uploads", false, `POST / HTTP/1.1\r\nhost: a\r\n${FORM}`, 408],
  [
    "half a form behind requests that were answered",
    false,
    `${`GET / HTTP/1.1\r\nhost: a\r\n${LARGE}`.repeat(20)}POST / HTTP/1.1\r\nhost: a\r\n${FORM}`,
    408,
  ],
  ["what is no request, and does not close", true, "\r\nno\r\n\r\n", 400],
];

test.concurrent.each(halves)(
  "%s is waited for for seconds",
  { timeout: 60_000 },
  async (_what, takesUploads, bytes, status) => {
    const app = Fastify({ serverFactory: httpServers(new Connections(), { takesUploads }) });
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async () => "",
    );
    app.all("/", async () => "whole");
    await app.listen({ port: 0, host: "127.0.0.1" });
    const startedAtMs = performance.now();
    const { port } = app.server.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    socket.on("error", () => undefined);
    const ended = new Promise((resolve) =>
      app.server.once("connection", (one) => one.once("close", resolve)),
    );
    let text = "";
    socket.on("data", (piece) => (text += String(piece)));
    socket.write(bytes);
    await Promise.all([ended, new Promise((resolve) => socket.once("end", resolve))]);
    expect(performance.now() - startedAtMs).toBeLessThan(MAX_MS);
    expect(text).toContain(`HTTP/1.1 ${status}`);
    socket.destroy();
    await app.close();
  },
);

test("an upload may take minutes", { timeout: 60_000 }, async () => {
  const app = Fastify({ serverFactory: httpServers(new Connections(), { takesUploads: true }) });
  app.addContentTypeParser("multipart/form-data", (_request, payload, done) => {
    payload.on("data", () => undefined).on("end", () => done(null, ""));
  });
  app.post("/", async () => "whole");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(
    "POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data\r\ncontent-length: 2\r\n\r\na",
  );
  await new Promise((resolve) => setTimeout(resolve, MAX_MS));
  socket.write("b");
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(String(answer)).toContain("HTTP/1.1 200");
  socket.destroy();
  await app.close();
});
