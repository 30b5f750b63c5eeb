import { describe, expect, test } from "vitest";
import { CheckFailure } from "../check/report.ts";
import { isOwn, networkFailure } from "./network-failure.ts";

const going = new AbortController().signal;
const timedOut = AbortSignal.abort();
const connected = { dns: 1, connect: 2 };

/** Returns an error as Node's, OpenSSL's and undici's are, with further fields. */
const errorOf = (message: string, fields: object = {}): Error =>
  Object.assign(new Error(message), fields);
const coded = (code: string): Error => errorOf(`read ${code}`, { code });

/** Returns reason and message of the failure that an error stands for. */
function failureOf(error: unknown, phases: object = connected, signal = going, soFar?: string) {
  const failure = networkFailure(error, "GET x", phases, signal, soFar);
  if (!(failure instanceof CheckFailure)) throw new Error("it is the prober's own");
  expect(failure.phases).toBe(phases);
  return [failure.reason, failure.message];
}

describe("an error that is no bug of this program", () => {
  test.each<[Error, reason: string, message: string]>([
    [coded("ENOTFOUND"), "dns_error", "no such name (ENOTFOUND)"],
    [coded("EAI_AGAIN"), "dns_error", "the name could not be looked up for now (EAI_AGAIN)"],
    [coded("EAI_NODATA"), "dns_error", "read EAI_NODATA"],
    [errorOf("", { code: "ESERVFAIL", syscall: "getaddrinfo" }), "dns_error", "ESERVFAIL"],
    [new AggregateError([], "none"), "dns_error", "the name has no address"],
    [coded("EHOSTUNREACH"), "connect_refused", "read EHOSTUNREACH"],
    [
      new AggregateError([coded("ECONNREFUSED"), coded("ETIMEDOUT")], "both"),
      "connect_refused",
      "both",
    ],
    [coded("ETIMEDOUT"), "connect_timeout", "read ETIMEDOUT"],
    [
      coded("ECONNRESET"),
      "connection_lost",
      "the connection was closed before the answer was complete (ECONNRESET)",
    ],
    [
      new Error("fetch failed", { cause: coded("EPIPE") }),
      "connection_lost",
      "the connection was closed while the request was sent (EPIPE)",
    ],
    [errorOf("read EIO", { code: "EIO", syscall: "read" }), "connection_lost", "read EIO"],
    [
      coded("HPE_INVALID_EOF_STATE"),
      "connection_lost",
      "the connection was closed in the middle of the answer (HPE_INVALID_EOF_STATE)",
    ],
    [coded("EPROTO"), "tls_error", "read EPROTO"],
    [
      errorOf("long", { library: "SSL routines", reason: "bad record mac" }),
      "tls_error",
      "TLS: bad record mac",
    ],
    [errorOf("bad", { library: "asn1" }), "bad_body", "bad"],
    [errorOf("bad names", { name: "CertificateError" }), "tls_error", "bad names"],
    [coded("ERR_TLS_HANDSHAKE"), "tls_error", "read ERR_TLS_HANDSHAKE"],
    [
      coded("ERR_SSL_WRONG_VERSION_NUMBER"),
      "tls_error",
      "what answers does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER)",
    ],
    [coded("CERT_HAS_EXPIRED"), "certificate_expired", "read CERT_HAS_EXPIRED"],
    [
      coded("ERR_TLS_CERT_ALTNAME_INVALID"),
      "certificate_wrong_name",
      "read ERR_TLS_CERT_ALTNAME_INVALID",
    ],
    [coded("SELF_SIGNED_CERT_IN_CHAIN"), "certificate_untrusted", "read SELF_SIGNED_CERT_IN_CHAIN"],
    [
      coded("HPE_HEADER_OVERFLOW"),
      "bad_body",
      "the answer's headers are too large (HPE_HEADER_OVERFLOW)",
    ],
    [errorOf("", { name: "OddError" }), "bad_body", "OddError"],
    [errorOf("odd", { code: 5 }), "bad_body", "odd"],
  ])("%s is the target's: %s, %s", (error, reason, message) => {
    expect(failureOf(error)).toEqual([reason, `GET x: ${message}`]);
  });

  test("is a refused connection before there was one", () => {
    expect(failureOf(errorOf("odd"), { dns: 1 })).toEqual(["connect_refused", "GET x: odd"]);
    expect(failureOf(coded("ERR_TLS_HANDSHAKE"), {})).toEqual([
      "connect_refused",
      "GET x: read ERR_TLS_HANDSHAKE",
    ]);
  });

  test("is the cause of the failure", () => {
    const error = coded("EPROTO");
    expect(networkFailure(error, "GET x", connected, going)).toMatchObject({ cause: error });
  });
});

describe("at the timeout", () => {
  test("a failure says whether there was a connection, and what had arrived", () => {
    const late = coded("ECONNRESET");
    expect(failureOf(late, { dns: 1 }, timedOut, "2 bytes")).toEqual([
      "connect_timeout",
      "GET x: no connection in time",
    ]);
    expect(failureOf(late, { connect: 0 }, timedOut)).toEqual([
      "timeout",
      "GET x: connected, but no complete answer in time",
    ]);
    expect(failureOf(late, connected, timedOut, "2 bytes")).toEqual([
      "timeout",
      "GET x: connected, but no complete answer in time (2 bytes)",
    ]);
  });

  test("a failure that is already explained stays as it is", () => {
    const failure = new CheckFailure("bad_body", "no list");
    expect(networkFailure(failure, "GET x", {}, timedOut)).toBe(failure);
  });
});

describe("an answer that is not HTTP", () => {
  const notHttp = (rawPacket?: Buffer) =>
    errorOf("Parse Error: Expected HTTP/", { code: "HPE_INVALID_CONSTANT", rawPacket });
  const http2 = Buffer.from([0, 0, 18, 4, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]);

  test.each<[string, Buffer | undefined, string]>([
    ["no bytes", undefined, "the answer breaks HTTP: Expected HTTP/"],
    ["HTTP/2", http2, "what answers speaks HTTP/2 alone, without TLS"],
    ["a TLS alert", Buffer.from([0x15, 3, 1, 0, 2]), "what answers speaks TLS"],
    [
      "half of a TLS alert",
      Buffer.from([0x15]),
      'the answer breaks HTTP: Expected HTTP/, in "\\u0015"',
    ],
    [
      "40 bytes of text",
      Buffer.from("S".repeat(41)),
      `the answer breaks HTTP: Expected HTTP/, in "${"S".repeat(40)}"`,
    ],
  ])("is named by its beginning: %s", (_name, packet, message) => {
    expect(failureOf(notHttp(packet))).toEqual(["bad_body", `GET x: ${message}`]);
  });
});

describe("an error is the prober's own", () => {
  test.each([
    new TypeError("a bug"),
    new RangeError("a bug"),
    new ReferenceError("a bug"),
    new SyntaxError("a bug"),
    new EvalError("a bug"),
    "no error at all",
    coded("ERR_ASSERTION"),
    ...["EMFILE", "ENFILE", "ENOMEM", "ENOBUFS", "EAI_MEMORY", "ENETDOWN"].map(coded),
    ...["EADDRNOTAVAIL", "EACCES", "EPERM"].map(coded),
    new AggregateError([coded("EMFILE"), coded("ENETDOWN")]),
    new Error("fetch failed", { cause: coded("EMFILE") }),
  ])("%s", (error) => {
    expect(isOwn(error)).toBe(true);
    expect(networkFailure(error, "GET x", connected, going)).toBe(error);
  });

  test("unless another address of the same name could be tried", () => {
    expect(isOwn(new AggregateError([coded("ENETDOWN"), coded("ECONNREFUSED")]))).toBe(false);
    expect(isOwn(new AggregateError([]))).toBe(false);
    expect(isOwn(coded("ECONNREFUSED"))).toBe(false);
  });
});
