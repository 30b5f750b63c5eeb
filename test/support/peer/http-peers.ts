import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";

import type { Reason } from "#monitor/domain/reason.ts";

import { type Answer, chunked, head, pieces, whole } from "./wire.ts";
import type { GoodAnswer, WebKindName } from "./web-kinds.ts";

/** What a check has to say of a peer. */
export type Outcome = "ok" | Reason;

/** A way to answer over HTTP, what each kind of check that asks so has to say of it, and what others than most say. */
export interface HttpPeer {
  readonly name: string;
  readonly answer: Answer;
  readonly outcome: Outcome;
  readonly except?: Partial<Record<WebKindName, Outcome>>;
  readonly timeoutSeconds?: number;
}

const odd = (name: string, answer: Answer): HttpPeer => ({ name, answer, outcome: "ok" });
const wrong = (
  name: string,
  outcome: Reason,
  answer: Answer,
  except: HttpPeer["except"] = {},
): HttpPeer => ({ name, answer, outcome, except });
const late = (name: string, answer: Answer): HttpPeer => ({
  ...wrong(name, "timeout", answer),
  timeoutSeconds: 1,
});
const raw =
  (text: string): Answer =>
  () => [text, "close"];
const coded =
  (coding: string, pack: (body: Buffer) => Buffer): Answer =>
  (good) => {
    const body = pack(good.body);
    return [
      head(good, `Content-Encoding: ${coding}`, `Content-Length: ${body.length}`),
      body,
      "close",
    ];
  };
const withHeader =
  (...headers: readonly string[]): Answer =>
  (good) => [whole(good, ...headers), "close"];
const status = (line: string, body = ""): Answer =>
  raw(`HTTP/1.1 ${line}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
const before =
  (text: string): Answer =>
  (good) => [text, whole(good), "close"];
const numbered = (count: number, header: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => header(at));

const MEBIBYTE = 1024 * 1024;
const blanks = gzipSync(Buffer.alloc(80 * MEBIBYTE, " "));
const bomb = (good: GoodAnswer): Buffer => Buffer.concat([gzipSync(good.body), blanks]);
const error = (code: string): string => JSON.stringify({ error: { code, message: "no" } });

/** Odd, and as the protocol has it or as everybody takes it. */
const oddAnswers: readonly HttpPeer[] = [
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

/** What is no HTTP, or breaks it. */
const brokenAnswers: readonly HttpPeer[] = [
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
const brokenConnections: readonly HttpPeer[] = [
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
const lateAnswers: readonly HttpPeer[] = [
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

/** Statuses. */
const statuses: readonly HttpPeer[] = [
  wrong("204", "bad_status", status("204 No Content")),
  wrong("206", "bad_status", status("206 Partial Content", "{}")),
  wrong(
    "301 to nowhere",
    "bad_status",
    raw("HTTP/1.1 301 Moved\r\nLocation: http://[\r\nContent-Length: 0\r\n\r\n"),
  ),
  wrong("302 without a place", "bad_status", status("302 Found")),
  wrong(
    "302 to another protocol",
    "bad_status",
    raw("HTTP/1.1 302 Found\r\nLocation: ftp://files.test/\r\nContent-Length: 0\r\n\r\n"),
  ),
  wrong(
    "302 in a circle",
    "bad_status",
    raw("HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 0\r\n\r\n"),
  ),
  wrong("304", "bad_status", status("304 Not Modified")),
  wrong(
    "400 in plain text",
    "bad_status",
    status("400 Bad Request", "The plain HTTP request was sent to HTTPS port"),
  ),
  wrong("401", "unauthorized", status("401 Unauthorized", error("invalid_api_key"))),
  wrong("403", "unauthorized", status("403 Forbidden")),
  wrong("404", "bad_status", status("404 Not Found", error("not_found"))),
  wrong("407", "bad_status", status("407 Proxy Authentication Required")),
  wrong("418", "bad_status", status("418 I'm a teapot")),
  wrong("421", "bad_status", status("421 Misdirected Request")),
  wrong("426", "bad_status", status("426 Upgrade Required", "")),
  wrong("429", "rate_limited", status("429 Too Many Requests", error("rate_limit_exceeded"))),
  wrong(
    "500 with a NUL in its error",
    "bad_status",
    status("500 Oops", JSON.stringify({ error: { message: "near \0" } })),
  ),
  wrong(
    "500 with half a surrogate pair in its error",
    "bad_status",
    status("500 Oops", '{"error":{"code":"\\ud800","message":"\\udfff"}}'),
  ),
  wrong(
    "500 with the colours of a terminal",
    "bad_status",
    status("500 Oops", JSON.stringify({ error: { message: "\u001b[31mred\u0007" } })),
  ),
  wrong(
    "500 with an error of 100 KB",
    "bad_status",
    status("500 Oops", error("x".repeat(100_000))),
  ),
  wrong("500 with an error that is a list", "bad_status", status("500 Oops", '{"error":[1,2]}')),
  wrong("502 of a proxy", "bad_status", status("502 Bad Gateway", "<html>nginx</html>")),
  wrong("503", "unavailable", status("503 Service Unavailable")),
  wrong(
    "503 of a model that loads",
    "model_loading",
    status("503 Service Unavailable", error("model_loading")),
  ),
  wrong("999", "bad_status", status("999 Request denied")),
  wrong("000", "bad_status", status("000 What")),
  wrong(
    "101 that nobody asked for",
    "bad_status",
    raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
  ),
];

/** Bodies that are not what a kind is answered with, though they come whole. */
const body = (name: string, bytes: string | Buffer, except: HttpPeer["except"] = {}): HttpPeer =>
  wrong(
    name,
    "bad_body",
    (good) => [whole({ ...good, body: Buffer.from(bytes as string) }), "close"],
    { page: "marker_missing", synthesis: "undecodable_audio", ...except },
  );
const bodies: readonly HttpPeer[] = [
  body("nothing", ""),
  body("a NUL", "a\0b"),
  body("half a document", '{"status":'),
  body("null", "null"),
  body("a number", "42"),
  body("a list", "[]"),
  body("an empty object", "{}"),
  body("a hundred thousand lists in each other", `${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  body(
    "objects in each other for every field",
    `{"status":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)},"text":{},"models":{"synth-v2":[]},"token":{}}`,
  ),
  body("no UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0xc0, 0x7d])),
  body("a page of an error", "<html><body><h1>It works!</h1></body></html>"),
  body("single quotes", "{'status':'ok'}"),
  body(
    "values of other types",
    '{"status":1,"text":2,"models":{"synth-v2":{"status":3}},"token":4}',
  ),
  body("a document of 9 MB", " ".repeat(9_000_000), { page: "bad_body" }),
  body("a beginning of a WAV file", "RIFF\0\0\0\0WAVE", {}),
  body(
    "a WAV file without a sample",
    Buffer.concat([
      Buffer.from(
        "RIFF$\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0",
        "latin1",
      ),
    ]),
    { synthesis: "implausible_duration" },
  ),
];

export const httpPeers: readonly HttpPeer[] = [
  ...oddAnswers,
  ...brokenAnswers,
  ...brokenConnections,
  ...lateAnswers,
  ...statuses,
  ...bodies,
];
