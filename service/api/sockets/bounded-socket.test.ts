import type { IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { BoundedSocket } from "./bounded-socket.ts";

const HANDSHAKE = {
  method: "GET",
  headers: {
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "MDEyMzQ1Njc4OWFiY2RlZg==",
  },
} as IncomingMessage;

/** A frame of a client. */
function frame(opcode: number, payload: Buffer): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = payload.map((byte, at) => byte ^ mask[at % 4]!);
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length]), mask, masked]);
}

const TEXT = 1;
const CLOSE = 8;

test.each([
  ["text that is no UTF-8", frame(TEXT, Buffer.from([0xff, 0xfe])), "WS_ERR_INVALID_UTF8"],
  [
    "a close with a code that there is not",
    frame(CLOSE, Buffer.from([0, 1])),
    "WS_ERR_INVALID_CLOSE_CODE",
  ],
])("%s ends the socket, and what comes behind it is passed over", async (_what, bad, fault) => {
  using server = new WebSocketServerOfOne();
  const { socket, line } = await server.open();
  const heard: string[] = [];
  socket.on("message", (data: Buffer) => heard.push(data.toString()));
  const faults: unknown[] = [];
  socket.on("error", (error) => faults.push(Reflect.get(error, "code")));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  // Everything is there before the first frame was told of.
  for (const bytes of [frame(TEXT, Buffer.from("hello")), bad, frame(TEXT, Buffer.from("more"))]) {
    line.push(bytes);
  }
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  line.destroy();
  await closed;
  expect(faults).toEqual([fault]);
  expect(heard).toEqual(["hello"]);
});

test("a socket that rests reads again after its rest, unless it is paused otherwise", async () => {
  using server = new WebSocketServerOfOne();
  const { socket, line } = await server.open();
  const states = [socket.isPaused];
  socket.pauseFor(5);
  states.push(socket.isPaused);
  // Nothing that resumes it shortens its rest.
  socket.resume();
  states.push(socket.isPaused);
  await expect.poll(() => socket.isPaused, { interval: 1 }).toBe(false);
  socket.pauseFor(5);
  socket.pause();
  await sleep(10);
  states.push(socket.isPaused);
  socket.resume();
  states.push(socket.isPaused);
  expect(states).toEqual([false, true, true, true, false]);
  line.destroy();
});

/** Opens one socket on a line that exists in memory alone. */
class WebSocketServerOfOne implements Disposable {
  readonly #server = new WebSocketServer({
    noServer: true,
    WebSocket: BoundedSocket as never,
    allowSynchronousEvents: false,
  });

  open(): Promise<{ readonly socket: BoundedSocket; readonly line: Duplex }> {
    const line = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
    return new Promise((resolve) =>
      this.#server.handleUpgrade(HANDSHAKE, line, Buffer.alloc(0), (socket) => {
        const bounded = socket as BoundedSocket;
        bounded.endAtFault();
        resolve({ socket: bounded, line });
      }),
    );
  }

  [Symbol.dispose](): void {
    this.#server.close();
  }
}
