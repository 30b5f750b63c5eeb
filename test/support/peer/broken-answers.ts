import { gzipSync } from "node:zlib";

import { type HttpPeer, wrong, late, raw, coded, withHeader, numbered } from "./http-peer.ts";
import type { GoodAnswer } from "./web-kinds.ts";
import { chunked, head, whole } from "./wire.ts";

const MEBIBYTE = 1024 * 1024;
const blanks = gzipSync(Buffer.alloc(80 * MEBIBYTE, " "));
const bomb = (good: GoodAnswer): Buffer => Buffer.concat([gzipSync(good.body), blanks]);

/** What is no HTTP, or breaks it. */
export const brokenAnswers: readonly HttpPeer[] = [
  wrong("the banner of SSH", "bad_body", raw("SSH-2.0-OpenSSH_9\r\n")),
  wrong("the banner of SMTP", "bad_body", raw("220 mail.test ESMTP\r\n")),
  wrong(
    "an error of Redis",
    "bad_body",
    raw("-ERR wrong number of arguments for 'get' command\r\n"),
  ),
  wrong("the handshake of MySQL", "bad_body", raw("\x4a\0\0\0\x0a8.0.36\0\x08\0\0\0")),
  wrong("HTTP/2 alone", "bad_body", raw("\0\0\0\x04\0\0\0\0\0")),
  wrong("an alert of TLS", "bad_body", raw("\x15\x03\x01\0\x02\x02\x50")),
  wrong("a page without a head", "bad_body", raw("<!doctype html><p>Hello")),
  wrong("ICY", "bad_body", raw("ICY 200 OK\r\n\r\n{}")),
  wrong("http in small letters", "bad_body", raw("http/1.1 200 OK\r\n\r\n{}")),
  wrong("HTTP/2 in a status line", "bad_body", raw("HTTP/2 200 OK\r\n\r\n{}")),
  wrong("HTTP/1.2", "bad_body", raw("HTTP/1.2 200 OK\r\n\r\n{}")),
  wrong("a status of letters", "bad_body", raw("HTTP/1.1 2OO OK\r\n\r\n{}")),
  wrong("a status of two digits", "bad_body", raw("HTTP/1.1 20 OK\r\n\r\n{}")),
  wrong("a status of four digits", "bad_body", raw("HTTP/1.1 2000 OK\r\n\r\n{}")),
  wrong(
    "a second status line",
    "bad_body",
    raw("HTTP/1.1 200 OK\r\nHTTP/1.1 404 Not here (hint)\r\nContent-Length: 0\r\n\r\n"),
  ),
  wrong("bare line feeds", "bad_body", raw("HTTP/1.1 200 OK\nContent-Length: 2\n\n{}")),
  wrong("a bare carriage return", "bad_body", withHeader("X-A: a\rb")),
  wrong("a header that is folded", "bad_body", withHeader("X-A: a\r\n b")),
  wrong("a control character in a header", "bad_body", withHeader("Set-Cookie: a=\x0bb")),
  wrong("a NUL in a header", "bad_body", withHeader("X-A: a\0b")),
  wrong("a header without a name", "bad_body", withHeader(": x")),
  wrong("a blank before the colon", "bad_body", withHeader("X-A : x")),
  wrong("a line without a colon", "bad_body", withHeader("what is this")),
  wrong(
    "a length and chunks",
    "bad_body",
    raw("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
  ),
  wrong(
    "two lengths",
    "bad_body",
    raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}"),
  ),
  wrong("a length below zero", "bad_body", raw("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}")),
  wrong("a length of letters", "bad_body", raw("HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n{}")),
  wrong(
    "a length beyond all bounds",
    "bad_body",
    raw(`HTTP/1.1 200 OK\r\nContent-Length: ${"9".repeat(40)}\r\n\r\n{}`),
  ),
  wrong(
    "headers of 300 KB",
    "bad_body",
    withHeader(...numbered(100, (at) => `X-H${at}: ${"x".repeat(3_000)}`)),
  ),
  wrong(
    "a chunk size of letters",
    "bad_body",
    raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
  ),
  wrong(
    "a chunk size beyond all bounds",
    "bad_body",
    raw(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${"f".repeat(40)}\r\n{}\r\n`),
  ),
  wrong(
    "chunks longer than they say",
    "bad_body",
    raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n0\r\n\r\n"),
  ),
  wrong(
    "gzip that is none",
    "bad_body",
    coded("gzip", (body) => body),
  ),
  wrong(
    "gzip that is cut",
    "bad_body",
    coded("gzip", (body) => gzipSync(body).subarray(0, -9)),
  ),
  wrong(
    "br that is none",
    "bad_body",
    coded("br", (body) => Buffer.concat([Buffer.from("\xff\xff", "latin1"), body])),
  ),
  wrong(
    "zstd that is none",
    "bad_body",
    coded("zstd", (body) => body),
  ),
  wrong(
    "deflate that is none",
    "bad_body",
    coded("deflate", () => Buffer.from("\xff\xff\xff\xff", "latin1")),
  ),
  wrong(
    "80 MiB packed into a few",
    "bad_body",
    (good) => {
      const body = bomb(good);
      return [
        head(good, "Content-Encoding: gzip", `Content-Length: ${body.length}`),
        body,
        "close",
      ];
    },
    { synthesis: "implausible_duration" },
  ),
];

/** Connections that break. */
export const brokenConnections: readonly HttpPeer[] = [
  wrong("a close at once", "connection_lost", () => ["close"]),
  wrong("a reset at once", "connection_lost", () => ["reset"]),
  wrong("a close in the status line", "connection_lost", () => ["HTTP/1.1 2", "close"]),
  wrong("a close in the headers", "connection_lost", () => [
    "HTTP/1.1 200 OK\r\nContent-Le",
    "close",
  ]),
  wrong("a close behind 100 Continue", "connection_lost", () => [
    "HTTP/1.1 100 Continue\r\n\r\n",
    "close",
  ]),
  wrong("a close in the body", "connection_lost", (good) => [whole(good).subarray(0, -5), "close"]),
  wrong("a close behind the head", "connection_lost", (good) => [
    head(good, "Content-Length: 5"),
    "close",
  ]),
  wrong("a close in the chunks", "connection_lost", (good) => [
    head(good, "Transfer-Encoding: chunked"),
    chunked(good.body).subarray(0, -9),
    "close",
  ]),
  wrong("chunks without the last one", "connection_lost", (good) => [
    head(good, "Transfer-Encoding: chunked"),
    chunked(good.body).subarray(0, -5),
    "close",
  ]),
  wrong("a reset in the body", "connection_lost", (good) => [
    whole(good).subarray(0, -5),
    30,
    "reset",
  ]),
];

/** What never comes, or never ends. */
export const lateAnswers: readonly HttpPeer[] = [
  late("silence", () => []),
  late("silence in the status line", () => ["HTTP/1.1 2"]),
  late("silence behind 100 Continue", () => ["HTTP/1.1 100 Continue\r\n\r\n"]),
  late("silence behind the head", (good) => [head(good, "Content-Length: 5")]),
  late("silence in the body", (good) => [whole(good).subarray(0, -5)]),
  late("100 Continue without end", () => [
    Array.from({ length: 200 }, () => ["HTTP/1.1 100 Continue\r\n\r\n", 20]).flat(),
  ]),
  late("a byte at a time", () => [
    Array.from({ length: 200 }, (_, at) => [
      "HTTP/1.1 200 OK\r\nX-A: ".charAt(at) || "a",
      20,
    ]).flat(),
  ]),
  late("a body without end", (good) => [
    head(good),
    Array.from({ length: 200 }, () => [" ", 20]).flat(),
  ]),
];
