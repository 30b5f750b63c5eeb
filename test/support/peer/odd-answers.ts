import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";

import { type HttpPeer, odd, coded, withHeader, before, numbered } from "./http-peer.ts";
import { chunked, head, pieces, whole } from "./wire.ts";

/** Odd, and as the protocol has it or as everybody takes it. */
export const oddAnswers: readonly HttpPeer[] = [
  odd("a length", withHeader()),
  odd("no reason phrase", ({ status: code, body }) => [
    `HTTP/1.1 ${code}\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
    "close",
  ]),
  odd("an empty reason phrase", ({ status: code, body }) => [
    `HTTP/1.1 ${code} \r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
    "close",
  ]),
  odd("a reason phrase in Latin-1", ({ status: code, body }) => [
    `HTTP/1.1 ${code} Tamam \xe7\xf6\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
    "close",
  ]),
  odd("a reason phrase of 1000 letters", ({ status: code, body }) => [
    `HTTP/1.1 ${code} ${"x".repeat(1_000)}\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
    "close",
  ]),
  odd("HTTP/1.0 until the close", ({ status: code, body }) => [
    `HTTP/1.0 ${code} OK\r\n\r\n`,
    body,
    "close",
  ]),
  odd("HTTP/1.1 until the close", (good) => [head(good), good.body, "close"]),
  odd("no Content-Type", ({ status: code, body }) => [
    `HTTP/1.1 ${code} OK\r\nContent-Length: ${body.length}\r\n\r\n`,
    body,
    "close",
  ]),
  odd("chunks", (good) => [head(good, "Transfer-Encoding: chunked"), chunked(good.body), "close"]),
  odd("chunks in capitals", (good) => [
    head(good, "TRANSFER-ENCODING: CHUNKED"),
    chunked(good.body),
    "close",
  ]),
  odd("chunks with extensions", (good) => [
    head(good, "Transfer-Encoding: chunked"),
    chunked(good.body, 50, ';a=b;c="d"'),
    "close",
  ]),
  odd("chunks with trailers", (good) => [
    head(good, "Transfer-Encoding: chunked", "Trailer: X-Sum"),
    chunked(good.body, 100, "", "X-Sum: 1\r\n"),
    "close",
  ]),
  odd("chunks of 13 bytes", (good) => [
    head(good, "Transfer-Encoding: chunked"),
    chunked(good.body, 13),
    "close",
  ]),
  odd("a connection that stays open", (good) => [
    whole(good, "Connection: keep-alive", "Keep-Alive: timeout=5"),
  ]),
  odd("a head and a body apart", (good) => [
    head(good, `Content-Length: ${good.body.length}`),
    30,
    good.body,
    "close",
  ]),
  odd("pieces of 7 bytes", (good) => [
    pieces(whole({ ...good, body: good.body.subarray(0, 300) }).subarray(0, 20), 7),
    whole(good).subarray(20),
    "close",
  ]),
  odd("100 Continue that nobody asked for", before("HTTP/1.1 100 Continue\r\n\r\n")),
  odd("100 Continue twice", before("HTTP/1.1 100 Continue\r\n\r\n".repeat(2))),
  odd("100 Continue with headers, and later the answer", (good) => [
    "HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n",
    30,
    whole(good),
    "close",
  ]),
  odd("102 Processing", before("HTTP/1.1 102 Processing\r\n\r\n")),
  odd("103 Early Hints", before("HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n")),
  odd("199, which nobody knows", before("HTTP/1.1 199 What\r\n\r\n")),
  odd("fifty times 102", before("HTTP/1.1 102 Processing\r\n\r\n".repeat(50))),
  odd("empty lines before the answer", before("\r\n\r\n")),
  odd("a header of 20 KB", withHeader(`Content-Security-Policy: ${"x".repeat(20_000)}`)),
  odd("headers of 200 KB", withHeader(...numbered(100, (at) => `X-H${at}: ${"x".repeat(2_000)}`))),
  odd("a header without a value", withHeader("X-Empty:")),
  odd("tabs around a value", withHeader("X-Tabs:\t\tx\t")),
  odd("a header in Latin-1", withHeader("X-Name: \xe7\xf6\xfc")),
  odd("a header in UTF-8", withHeader(`X-Name: ${Buffer.from("şığ😀").toString("latin1")}`)),
  odd("fifty cookies", withHeader(...numbered(50, (at) => `Set-Cookie: c${at}=${at}; Path=/`))),
  odd("a cookie of 8 KB", withHeader(`Set-Cookie: big=${"x".repeat(8_000)}`)),
  odd("an offer of h2c", withHeader("Upgrade: h2c", "Connection: Upgrade, close")),
  odd("an offer of HTTP/3", withHeader('Alt-Svc: h3=":443"; ma=86400')),
  odd("a date that is none", withHeader("Date: yesterday", "Age: -1", "Expires: 0")),
  odd("bytes behind the body", (good) => [whole(good), "garbage", "close"]),
  odd("a second answer behind the first", (good) => [whole(good), whole(good), "close"]),
  odd("a length with zeros before it", (good) => [
    head(good, `Content-Length: 000${good.body.length}`),
    good.body,
    "close",
  ]),
  odd(
    "gzip",
    coded("gzip", (body) => gzipSync(body)),
  ),
  odd(
    "x-gzip",
    coded("x-gzip", (body) => gzipSync(body)),
  ),
  odd(
    "gzip in capitals",
    coded("GZIP", (body) => gzipSync(body)),
  ),
  odd(
    "gzip in two members",
    coded("gzip", (body) =>
      Buffer.concat([gzipSync(body.subarray(0, 20)), gzipSync(body.subarray(20))]),
    ),
  ),
  odd(
    "gzip with zeros behind it",
    coded("gzip", (body) => Buffer.concat([gzipSync(body), Buffer.alloc(20)])),
  ),
  odd(
    "deflate",
    coded("deflate", (body) => deflateSync(body)),
  ),
  odd(
    "deflate without a header",
    coded("deflate", (body) => deflateRawSync(body)),
  ),
  odd(
    "br",
    coded("br", (body) => brotliCompressSync(body)),
  ),
  odd(
    "zstd",
    coded("zstd", (body) => zstdCompressSync(body)),
  ),
  odd(
    "two codings, one over the other",
    coded("gzip, br", (body) => brotliCompressSync(gzipSync(body))),
  ),
  odd(
    "the coding identity",
    coded("identity", (body) => body),
  ),
  odd(
    "a coding that nobody knows",
    coded("none", (body) => body),
  ),
  odd("gzip in chunks", (good) => [
    head(good, "Content-Encoding: gzip", "Transfer-Encoding: chunked"),
    chunked(gzipSync(good.body), 17),
    "close",
  ]),
];
