import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { MAX_IN_PROGRESS } from "./connection.ts";
import { Connections } from "./connections.ts";
import { httpServers } from "./http-server.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A server on a free port, and what speaks to it as bytes. */
class Served implements AsyncDisposable {
  readonly server;
  readonly #sockets = new Set<Socket>();

  constructor(handler: Handler, max?: number, mayUpgrade = false) {
    const factory = httpServers(new Connections(max), { takesUploads: false });
    const http = { requireHostHeader: false, shouldUpgradeCallback: () => mayUpgrade };
    this.server = factory(handler, { http, keepAliveTimeout: 5000 } as never);
  }

  async connect(): Promise<Socket> {
    if (!this.server.listening) {
      this.server.listen(0, "127.0.0.1");
      await once(this.server, "listening");
    }
    const { port } = this.server.address() as AddressInfo;
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    this.#sockets.add(socket.on("error", () => undefined));
    await once(socket, "connect");
    return socket;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Chunks of one byte in what is read of a body in one turn of the event loop, twice as many as fit. */
const PIECES_IN_A_TURN = 1_400;

/** Reads until so many answers have come, or the other side ends; returns all of it. */
async function answers(socket: Socket, count: number): Promise<string> {
  let text = "";
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    text += String(piece);
    if (text.split("HTTP/1.1 ").length > count && text.endsWith(".")) break;
  }
  return text;
}

const said = (text: string) => text.split(/HTTP\/1.1 200 OK\r\n[^]*?\r\n\r\n/).slice(1);

function echo(inWork: { now: number; max: number }): Handler {
  return async (request, response) => {
    inWork.now += 1;
    inWork.max = Math.max(inWork.max, inWork.now);
    response.once("close", () => (inWork.now -= 1));
    let body = "";
    for await (const piece of request) body += String(piece);
    response.end(`${request.method} ${request.url} ${body.length}.`);
  };
}

test("of 400 requests that come at once a few are in work, and all are answered in turn", async () => {
  const inWork = { now: 0, max: 0 };
  await using served = new Served(echo(inWork));
  const socket = await served.connect();
  const wanted = Array.from({ length: 400 }, (_, at) => `GET /${at} 0.`);
  socket.write(wanted.map((_, at) => `GET /${at} HTTP/1.1\r\n\r\n`).join(""));
  expect(said(await answers(socket, 400))).toEqual(wanted);
  expect(inWork.max).toBeLessThanOrEqual(MAX_IN_PROGRESS);
});

test("connections full of requests leave their turns to who sends one at a time", async () => {
  const [connections, each, turns] = [20, 100, 10];
  let begun = 0;
  let whileOneWaited = 0;
  await using served = new Served(async ({ url }, response) => {
    begun += 1;
    const before = begun;
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    if (url === "/one") whileOneWaited = begun - before;
    response.end(`${url}.`);
  });
  const one = await served.connect();
  const sockets = await Promise.all(Array.from({ length: connections }, () => served.connect()));
  const flood = "GET /many HTTP/1.1\r\n\r\n".repeat(each);
  const answered = sockets.map((socket) => {
    socket.write(flood);
    return answers(socket, each);
  });
  while (begun < 2 * connections) await nextTurn();
  one.write("GET /one HTTP/1.1\r\n\r\n");
  expect(said(await answers(one, 1))).toEqual(["/one."]);
  expect(whileOneWaited).toBeLessThan(2 * turns);
  for (const text of await Promise.all(answered)) expect(said(text)).toHaveLength(each);
});

test("connections with bodies of tiny chunks leave their turns to others", async () => {
  const [connections, turns, chunks] = [20, 10, 100_000];
  let pieces = 0;
  let whileOneWaited = 0;
  await using served = new Served(async (request, response) => {
    if (request.url !== "/one") return void request.on("data", () => (pieces += 1));
    const before = pieces;
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    whileOneWaited = pieces - before;
    response.end("one.");
  });
  const one = await served.connect();
  const sockets = await Promise.all(Array.from({ length: connections }, () => served.connect()));
  const flood = Buffer.from("1\r\na\r\n".repeat(chunks));
  for (const socket of sockets) {
    socket.write("POST /many HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n");
    socket.write(flood);
  }
  while (pieces < 20_000) await nextTurn();
  one.write("GET /one HTTP/1.1\r\n\r\n");
  expect(said(await answers(one, 1))).toEqual(["one."]);
  expect(whileOneWaited).toBeLessThan(2 * turns * PIECES_IN_A_TURN);
});

const BODY = "a\r\n\r\nGET /no HTTP/1.1\r\n\r\n".repeat(20);
const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

test.each([
  ["a length", `POST /a HTTP/1.1\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`],
  ["chunks", `POST /a HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n${chunked(BODY)}`],
  [
    "trailers",
    `POST /a HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n${chunked(BODY).replace(/\r\n$/, "x: y\r\n\r\n")}`,
  ],
])("bodies with %s that hold empty lines and requests stay bodies", async (_how, request) => {
  const inWork = { now: 0, max: 0 };
  await using served = new Served(echo(inWork));
  const wanted = Array.from({ length: 50 }, () => [`POST /a ${BODY.length}.`, "GET /b 0."]).flat();
  const all = Buffer.from(`${request}GET /b HTTP/1.1\r\n\r\n`.repeat(50));
  for (const size of [all.length, 1000, 61]) {
    const socket = await served.connect();
    for (let at = 0; at < all.length; at += size) {
      socket.write(all.subarray(at, at + size));
      if (size < 1000) await nextTurn();
    }
    expect(said(await answers(socket, wanted.length))).toEqual(wanted);
  }
  expect(inWork.max).toBeLessThanOrEqual(MAX_IN_PROGRESS);
});

test("an empty line is found however its bytes are cut", async () => {
  const inWork = { now: 0, max: 0 };
  await using served = new Served(echo(inWork));
  const socket = (await served.connect()).setNoDelay();
  const bytes = Buffer.from("GET /a HTTP/1.1\r\nx: y\r\n\r\n".repeat(12));
  for (const byte of bytes) {
    socket.write(Buffer.of(byte));
    await nextTurn();
  }
  expect(said(await answers(socket, 12))).toHaveLength(12);
});

test("what was sent before the client closed its side is read to its end", async () => {
  let requests = 0;
  await using served = new Served((_request, response) => {
    requests += 1;
    response.end(".");
  });
  const socket = await served.connect();
  socket.end("GET / HTTP/1.1\r\n\r\n".repeat(500));
  await answers(socket, 500);
  expect(requests).toBe(500);
});

test("a client that reads nothing has a few answers in work, however many it asks for", async () => {
  let requests = 0;
  const document = Buffer.alloc(1024 * 1024, ".");
  await using served = new Served((_request, response) => {
    requests += 1;
    response.end(document);
  });
  const socket = await served.connect();
  socket.write("GET / HTTP/1.1\r\n\r\n".repeat(20_000));
  const other = await served.connect();
  for (let turn = 0; turn < 200; turn += 1) await nextTurn();
  other.write("GET / HTTP/1.1\r\n\r\n");
  await answers(other, 1);
  expect(requests).toBeLessThan(20);
});

test("a request becomes a socket where nothing is in work, and has all that follows", async () => {
  await using served = new Served((_request, response) => void response.end("."), undefined, true);
  served.server.on("upgrade", (_request, socket: Socket, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    socket.on("end", () => socket.end());
    socket.on("data", (piece) => socket.write(`heard ${String(piece)}`));
  });
  const socket = await served.connect();
  socket.write("GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nA\r\n\r\nB.");
  expect(await answers(socket, 0)).toBe("heard A\r\n\r\nB.");
});

test("behind requests in work it does not become one", async () => {
  const waiting: ServerResponse[] = [];
  await using served = new Served(
    (_request, response) => void waiting.push(response),
    undefined,
    true,
  );
  let upgrades = 0;
  served.server.on("upgrade", () => (upgrades += 1));
  const socket = await served.connect();
  socket.write(
    "GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
  );
  while (waiting.length < 2) await nextTurn();
  for (const response of waiting) response.end(".");
  expect(said(await answers(socket, 2))).toHaveLength(2);
  expect(upgrades).toBe(0);
});

test.each([
  ["send half a head", "GET / HTTP/1.1\r\nx"],
  ["send half a body", "POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\n{"],
  ["say nothing", ""],
  ["do not read their answer", "GET /large HTTP/1.1\r\n\r\n"],
  ["do not read a stream", "GET /stream HTTP/1.1\r\n\r\n"],
  ["keep their connection", "GET / HTTP/1.1\r\n\r\n"],
])("clients that %s do not keep others out", async (_how, bytes) => {
  const handler: Handler = async (request, response) => {
    if (request.url === "/large") return void response.end(Buffer.alloc(32 * 1024 * 1024));
    if (request.url === "/stream") return void response.write(Buffer.alloc(32 * 1024 * 1024));
    request.resume().once("end", () => response.end("."));
  };
  await using served = new Served(handler, 32);
  for (let at = 0; at < 40; at += 1) (await served.connect()).write(bytes);
  const one = await served.connect();
  one.write("GET / HTTP/1.1\r\n\r\n");
  expect(said(await answers(one, 1))).toEqual(["."]);
});

test("who is being answered is not ended for another", async () => {
  const answer = Promise.withResolvers<void>();
  await using served = new Served((request, response) => {
    if (request.url === "/slow") void answer.promise.then(() => response.end("."));
    else response.end(".");
  }, 8);
  const one = await served.connect();
  one.write("GET /slow HTTP/1.1\r\n\r\n");
  for (let at = 0; at < 30; at += 1) await served.connect();
  answer.resolve();
  expect(said(await answers(one, 1))).toEqual(["."]);
});

test("a full server ends a 32nd of its connections for the next one, those that waited longest", async () => {
  await using served = new Served((_request, response) => response.end("."), 64);
  const sockets: Socket[] = [];
  for (let count = 0; count < 64; count += 1) sockets.push(await served.connect());
  await expect.poll(() => openOf(served)).toBe(64);
  const ended = [0, 1].map((at) => once(sockets[at]!, "end"));
  const next = await served.connect();
  await Promise.all(ended);
  expect(await openOf(served)).toBe(63);
  next.write("GET / HTTP/1.1\r\n\r\n");
  expect(said(await answers(next, 1))).toEqual(["."]);
});

const openOf = ({ server }: Served): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
