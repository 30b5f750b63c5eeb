import { createHash } from "node:crypto";
import type { Socket } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, shortDescribe } from "../../support/lengths.ts";

import type { CheckConfiguration } from "../../../probes/monitor-file/configuration.ts";
import type { Outcome } from "../../support/peer/http-peer.ts";
import { outcomeText } from "../../support/peer/outcome-text.ts";
import { type Step, take } from "../../support/peer/wire.ts";
import { writtenCheck } from "../../support/probes/written-checks.ts";
import { runOnce } from "../../support/run-once.ts";
import { startTcpServer, type TcpServer } from "../../support/servers/tcp-server.ts";

interface SocketPeer {
  readonly name: string;
  readonly outcome: Outcome;
  readonly steps: (accept: string) => readonly Step[];
  readonly timeoutSeconds?: number;
}

const started = JSON.stringify({ type: "session.started", session_id: "s" });
const upgraded = (accept: string, ...more: readonly string[]): string =>
  [
    "HTTP/1.1 101 Switching Protocols",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Accept: ${accept}`,
    ...more,
    "",
    "",
  ].join("\r\n");

/** A frame that is not masked, as servers send them. */
function frame(text: string | Buffer, opcode = 1, isLast = true): Buffer {
  const data = Buffer.from(text as string);
  const head = Buffer.from([(isLast ? 0x80 : 0) + opcode, data.length < 126 ? data.length : 126]);
  const length = Buffer.alloc(data.length < 126 ? 0 : 2);
  if (length.length > 0) length.writeUInt16BE(data.length);
  return Buffer.concat([head, length, data]);
}
const after = (name: string, outcome: Outcome, ...steps: readonly Step[]): SocketPeer => ({
  name,
  outcome,
  steps: (accept) => [upgraded(accept), ...steps],
});
const raw = (name: string, outcome: Outcome, ...steps: readonly Step[]): SocketPeer => ({
  name,
  outcome,
  steps: () => steps,
});
const late = (name: string, ...steps: readonly Step[]): SocketPeer => ({
  ...after(name, "timeout", ...steps),
  timeoutSeconds: 1,
});

const socketPeers: readonly SocketPeer[] = [
  after("its first message", "ok", frame(started)),
  {
    name: "its first message in the same packet",
    outcome: "ok",
    steps: (accept) => [Buffer.concat([Buffer.from(upgraded(accept)), frame(started)])],
  },
  {
    name: "headers of 20 KB",
    outcome: "ok",
    steps: (accept) => [upgraded(accept, `X-A: ${"x".repeat(12_000)}`), frame(started)],
  },
  after(
    "a message in pieces",
    "ok",
    frame(started.slice(0, 9), 1, false),
    5,
    frame(started.slice(9), 0),
  ),
  after("pings before it", "ok", frame("", 9), frame("a", 9), frame(started)),
  after("a pong that nobody asked for", "ok", frame("", 10), frame(started)),
  after("a binary message before it", "ok", frame("\0\0", 2), frame(started)),
  after("a byte order mark before it", "ok", frame(`\ufeff${started}`)),
  {
    name: "103 Early Hints before it",
    outcome: "ok",
    steps: (accept) => [`HTTP/1.1 103 Early Hints\r\n\r\n${upgraded(accept)}`, frame(started)],
  },
  after("another message first", "no_session_started", frame('{"type":"hello"}')),
  after("a message without a type", "no_session_started", frame("{}")),
  after("a type that is a list", "no_session_started", frame('{"type":["session.started"]}')),
  after(
    "a refusal of the key",
    "unauthorized",
    frame('{"type":"error","error":{"code":"invalid_api_key","message":"no"}}'),
  ),
  after(
    "a refusal for limits",
    "rate_limited",
    frame('{"type":"error","error":{"code":"rate_limit_exceeded","message":"no"}}'),
  ),
  after(
    "an error with a NUL",
    "stream_error",
    frame(JSON.stringify({ type: "error", error: { code: "x\0", message: "\ud800" } })),
  ),
  after("an error that is a text", "stream_error", frame('{"type":"error","error":"no"}')),
  after("a close", "no_session_started", frame(Buffer.from([0x03, 0xe8]), 8)),
  after("a close with a code that is none", "no_session_started", frame(Buffer.from([0, 5]), 8)),
  after("an end without a close", "no_session_started", "close"),
  after("a reset", "no_session_started", "reset"),
  after("text that is no JSON", "bad_body", frame("hello")),
  after("a list", "bad_body", frame("[]")),
  after("text that is no UTF-8", "no_session_started", frame(Buffer.from([0xff, 0xfe]))),
  after(
    "a frame that is masked",
    "no_session_started",
    Buffer.from([0x81, 0x82, 1, 2, 3, 4, 5, 6]),
  ),
  after("a packed frame that was not agreed on", "no_session_started", Buffer.from([0xc1, 1, 0])),
  after("an opcode that is none", "no_session_started", Buffer.from([0x83, 0])),
  after(
    "a frame beyond all bounds",
    "no_session_started",
    Buffer.from([0x81, 127, 0x7f, 255, 255, 255, 255, 255, 255, 255]),
  ),
  after(
    "a frame of 1 GB",
    "no_session_started",
    Buffer.from([0x81, 127, 0, 0, 0, 0, 0x40, 0, 0, 0]),
  ),
  raw("the banner of SSH", "bad_body", "SSH-2.0-OpenSSH_9\r\n", "close"),
  raw("a page", "bad_status", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", "close"),
  raw(
    "a redirect",
    "bad_status",
    "HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n",
    "close",
  ),
  raw("401", "unauthorized", "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", "close"),
  raw(
    "429",
    "rate_limited",
    "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n",
    "close",
  ),
  raw("503", "unavailable", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", "close"),
  raw("nothing and a close", "connection_lost", "close"),
  raw("a reset at once", "connection_lost", "reset"),
  {
    name: "the wrong answer to the handshake's key",
    outcome: "bad_body",
    steps: () => [upgraded("AAAA")],
  },
  raw(
    "no answer to the handshake's key",
    "bad_body",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  ),
  {
    name: "an upgrade to something else",
    outcome: "bad_body",
    steps: (accept) => [upgraded(accept).replace("websocket", "h2c")],
  },
  {
    name: "a protocol that nobody asked for",
    outcome: "bad_body",
    steps: (accept) => [upgraded(accept, "Sec-WebSocket-Protocol: chat")],
  },
  {
    name: "an extension that nobody asked for",
    outcome: "bad_body",
    steps: (accept) => [upgraded(accept, "Sec-WebSocket-Extensions: permessage-deflate")],
  },
  {
    name: "a control character in a header",
    outcome: "bad_body",
    steps: (accept) => [upgraded(accept, "X-A: a\x0bb")],
  },
  late("silence behind the handshake"),
  late("half a frame", Buffer.from([0x81, 50, 0x7b])),
  { ...raw("silence", "timeout"), timeoutSeconds: 1 },
];

describe("a socket that answers with", () => {
  let peer: SocketPeer | undefined;
  let server: TcpServer;
  let check: CheckConfiguration;
  beforeAll(async () => {
    server = await startTcpServer((socket) => {
      socket.once(
        "data",
        (request: Buffer) =>
          void take(socket, peer?.steps(acceptOf(request)) ?? []).catch(() => {}),
      );
    });
    const url = `http://127.0.0.1:${server.port}/v1/audio/stream`;
    check = writtenCheck({ kind: "websocket", url, timeout_seconds: 20 });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  // The first of those that come to the same, one after another.
  const quick = socketPeers.filter(
    ({ outcome }, place) => outcome !== socketPeers[place - 1]?.outcome,
  );
  const others = socketPeers.filter((one) => !quick.includes(one));
  test.each(casesOf(quick, others))("$name: $outcome", async (one) => {
    peer = one;
    const timeoutMs = (one.timeoutSeconds ?? 20) * 1000;
    expect(outcomeText(await runOnce({ ...check, timeoutMs }))).toBe(one.outcome);
  });
});

shortDescribe("a port that says", () => {
  const say =
    (...steps: readonly Step[]) =>
    (socket: Socket) =>
      void take(socket, steps).catch(() => {});
  test.each<readonly [string, Outcome, (socket: Socket) => void]>([
    ["what is expected, among other bytes", "ok", say("\0\xff+PONG\r\n")],
    ["it in pieces", "ok", say("+PO", 10, "NG\r\n")],
    ["it and resets", "ok", say("+PONG\r\n", 20, "reset")],
    ["something else", "bad_body", say("-ERR\0\x1b[1m\r\n", "close")],
    ["100 KB of something else", "bad_body", say("x".repeat(100_000))],
    ["nothing and closes", "bad_body", say("close")],
    ["nothing and resets", "connection_lost", say(5, "reset")],
  ])("%s: %s", async (_name, outcome, serve) => {
    await using server = await startTcpServer(serve);
    const written = { kind: "tcp", host: "127.0.0.1", port: server.port, expect_text: "+PONG" };
    expect(outcomeText(await runOnce(writtenCheck({ timeout_seconds: 20, ...written })))).toBe(
      outcome,
    );
  });
});

function acceptOf(request: Buffer): string {
  const key = /^sec-websocket-key: (.+)$/im.exec(request.toString("latin1"))?.[1]?.trim() ?? "";
  return createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
}
