import { type HttpPeer, wrong, raw, status } from "./http-peer.ts";
import { whole } from "./wire.ts";

const error = (code: string): string => JSON.stringify({ error: { code, message: "no" } });

/** Statuses. */
export const statuses: readonly HttpPeer[] = [
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
export const bodies: readonly HttpPeer[] = [
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
