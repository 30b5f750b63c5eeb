import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Dispatcher } from "undici";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AddressFault, ask, openTransport, shown } from "./transport.ts";

let server: Server;
let dispatcher: Dispatcher;
let origin = "";
let received: (readonly [url: string, headers: IncomingHttpHeaders])[] = [];

/** Where an address leads on to; others are answered. */
const LEADING: Readonly<Record<string, readonly [status: number, location?: string]>> = {
  "/relative": [302, "file"],
  "/nowhere": [301],
  "/broken": [307, "http://["],
  "/elsewhere": [308, "ftp://files.example/a"],
  "/script": [303, "javascript:alert(1)"],
  "/unchanged": [304],
};

beforeAll(async () => {
  server = createServer(({ url = "", headers }, response) => {
    received.push([url, headers]);
    const left = Number(/^\/hops\/(\d+)$/.exec(url)?.[1] ?? 0);
    const [status, location] =
      left > 0
        ? [302, `/hops/${left - 1}`]
        : url === "/absolute"
          ? [302, `${origin}/file`]
          : (LEADING[url] ?? [200]);
    response.writeHead(status, location === undefined ? {} : { location }).end(`at ${url}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dispatcher = openTransport({ http: "", https: "", none: "" });
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  await dispatcher.destroy();
  server.close();
});

const request = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(address, headers, dispatcher, new AbortController().signal);
const faultOf = async (path: string): Promise<string> => {
  const error: unknown = await request(`${origin}${path}`).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AddressFault);
  return (error as AddressFault).message.replaceAll(origin, "");
};

test.each([
  ["/file", "at /file"],
  ["/relative", "at /file"],
  ["/hops/5", "at /hops/0"],
])("an address leads to its file: %s", async (path, content) => {
  const { status, body } = await request(`${origin}${path}`, { range: "bytes=1-" });
  expect([status, await text(body)]).toEqual([200, content]);
  for (const [, headers] of received) {
    expect(headers).toMatchObject({ "user-agent": "speech-models", range: "bytes=1-" });
  }
});

test("a status that leads nowhere is an answer", async () => {
  const { status, body } = await request(`${origin}/unchanged`);
  await body.dump();
  expect(status).toBe(304);
});

test.each([
  ["/hops/6", "/hops/6: leads on more than 5 times"],
  ["/nowhere", "/nowhere: leads on, and does not say where to"],
  ["/broken", "/broken: leads on, and does not say where to"],
  ["/elsewhere", "/elsewhere: leads to ftp://, which is not followed"],
  ["/script", "/script: leads to javascript://, which is not followed"],
])("an address that leads wrong is a fault: %s", async (path, message) => {
  expect(await faultOf(path)).toBe(message);
});

test.each([
  ["/relative", true],
  // An address that is named whole has the name and password that it says, or none.
  ["/absolute", false],
])("a name and a password lead on from %s: %s", async (path, leadOn) => {
  const withSecret = `${origin}${path}`.replace("//", "//ada%40example:p%3Aw@");
  await (await request(withSecret)).body.dump();
  const sent = `Basic ${Buffer.from("ada@example:p:w").toString("base64")}`;
  expect(received.map(([, { authorization }]) => authorization)).toEqual([
    sent,
    leadOn ? sent : undefined,
  ]);
});

test("an address in messages has no secrets", () => {
  expect(shown("https://ada:secret@models.example/a/b.onnx?signature=1#part")).toBe(
    "https://models.example/a/b.onnx",
  );
});
