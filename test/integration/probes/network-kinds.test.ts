import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  type CertificateAuthority,
  type CertificateWish,
  startCertificateAuthority,
} from "../../support/servers/certificates.ts";
import {
  dnsName,
  dnsNumbers,
  type DnsRecord,
  dnsText,
  startDnsServer,
} from "../../support/servers/dns-server.ts";
import { freePort } from "../../support/free-port.ts";
import { runOnce } from "../../support/run-once.ts";
import { startTcpServer } from "../../support/servers/tcp-server.ts";
import { describeWithTls } from "../../support/servers/tls-proxy.ts";
import { writtenCheck } from "../../support/probes/written-checks.ts";

const host = "127.0.0.1";

describe.concurrent("a tcp check", () => {
  test("passes when somebody answers, and measures the connection", async () => {
    await using server = await startTcpServer(() => {});
    const found = await runOnce(
      writtenCheck({ kind: "tcp", host: "localhost", port: server.port }),
    );
    expect(found).toMatchObject({ result: "ok", reason: null });
    expect(Object.keys(found.phases).toSorted()).toEqual(["connect", "dns"]);
  });

  test("says its word and hears the answer, also in pieces", async () => {
    await using server = await startTcpServer((socket) => {
      socket.write("HELLO\r\n+PO");
      socket.once("data", (word) => socket.write(word.toString() === "PING\r\n" ? "NG\r\n" : "?"));
    });
    const check = { kind: "tcp", host, port: server.port, send: "PING\r\n", expect_text: "+PONG" };
    const found = await runOnce(writtenCheck(check));
    expect(found).toMatchObject({ result: "ok", reason: null });
    expect(Object.keys(found.phases).toSorted()).toEqual(["connect", "first_byte", "transfer"]);
  });

  test("fails when it hears something else and the server closes", async () => {
    await using server = await startTcpServer((socket) => socket.end("-ERR go away\r\n"));
    const found = await runOnce(
      writtenCheck({ kind: "tcp", host, port: server.port, expect_text: "+PONG" }),
    );
    expect(found).toMatchObject({ result: "failed", reason: "bad_body" });
    expect(found.message).toBe(
      `tcp://${host}:${server.port}: closed after "-ERR go away\\r\\n" instead of "+PONG"`,
    );
  });

  test("fails when nothing is said in time", async () => {
    await using server = await startTcpServer(() => {});
    const check = { kind: "tcp", host, port: server.port, expect_text: "+PONG" };
    const found = await runOnce(writtenCheck({ ...check, timeout_seconds: 0.5 }));
    expect(found).toMatchObject({ result: "failed", reason: "timeout" });
  });

  test("fails when nobody listens, and when there is no such host", async () => {
    const port = await freePort();
    const refused = await runOnce(writtenCheck({ kind: "tcp", host, port }));
    expect(refused).toMatchObject({ result: "failed", reason: "connect_refused" });
    const unknown = await runOnce(writtenCheck({ kind: "tcp", host: "speech.invalid", port }));
    expect(unknown).toMatchObject({ result: "failed", reason: "dns_error" });
  });
});

describe.concurrent("a dns check", () => {
  const records: readonly DnsRecord[] = [
    { name: "speech.test", type: "A", data: Buffer.from([192, 0, 2, 1]) },
    { name: "speech.test", type: "A", data: Buffer.from([192, 0, 2, 2]) },
    { name: "speech.test", type: "AAAA", data: dnsNumbers(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1) },
    {
      name: "speech.test",
      type: "MX",
      data: Buffer.concat([dnsNumbers(10), dnsName("mail.test")]),
    },
    { name: "speech.test", type: "NS", data: dnsName("ns.test") },
    {
      name: "speech.test",
      type: "TXT",
      data: Buffer.concat([dnsText("key=AbC "), dnsText("~all.")]),
    },
    { name: "www.test", type: "CNAME", data: dnsName("Speech.test") },
    {
      name: "_sip._tcp.test",
      type: "SRV",
      data: Buffer.concat([dnsNumbers(1, 2, 5060), dnsName("sip.test")]),
    },
  ];
  const lookUp = async (check: Record<string, unknown>, fault?: "is_silent" | "fails") => {
    await using server = await startDnsServer(records);
    server.fault = fault;
    const found = await runOnce(writtenCheck({ kind: "dns", resolver: server.address, ...check }));
    return { ...found, message: found.message?.replace(server.address, "RESOLVER") };
  };

  test.each([
    ["A", "speech.test", ["192.0.2.2", "192.0.2.1"]],
    ["AAAA", "speech.test", ["2001:0db8:0:0::1"]],
    ["MX", "speech.test", ["10 mail.test."]],
    ["NS", "speech.test", ["NS.test"]],
    ["TXT", "speech.test", ["key=AbC ~all."]],
    ["CNAME", "www.test", ["speech.test"]],
    ["SRV", "_sip._tcp.test", ["1 2 5060 sip.test"]],
  ])("finds %s records of %s", async (record_type, name, expect_values) => {
    const found = await lookUp({ name, record_type, expect_values });
    expect(found).toMatchObject({ result: "ok", reason: null });
    expect(Object.keys(found.phases)).toEqual(["dns"]);
  });

  test("reads capitals and dots of TXT as they are", async () => {
    for (const wrong of ["key=abc ~all.", "key=AbC ~all"]) {
      const check = { name: "speech.test", record_type: "TXT", expect_values: [wrong] };
      expect(await lookUp(check)).toMatchObject({ reason: "wrong_dns_answer" });
    }
  });

  test("takes any record when none is expected", async () => {
    const found = await lookUp({ name: "speech.test" });
    expect(found).toMatchObject({
      result: "ok",
      message: "A speech.test at RESOLVER: 192.0.2.1, 192.0.2.2",
    });
  });

  test("fails when a record is missing, and when all expected ones are", async () => {
    const one = { name: "speech.test", expect_values: ["192.0.2.1", "192.0.2.9"] };
    expect(await lookUp(one)).toMatchObject({
      result: "failed",
      reason: "wrong_dns_answer",
      message: "A speech.test at RESOLVER: 192.0.2.1, 192.0.2.2, without 192.0.2.9",
    });
    expect(await lookUp({ ...one, match: "any" })).toMatchObject({ result: "ok" });
    const none = { name: "speech.test", expect_values: ["192.0.2.8", "192.0.2.9"], match: "any" };
    expect(await lookUp(none)).toMatchObject({ result: "failed", reason: "wrong_dns_answer" });
  });

  test.each([
    [
      "an unknown name",
      { name: "no.test" },
      undefined,
      "dns_error",
      "A no.test at RESOLVER: no such name (ENOTFOUND)",
    ],
    [
      "no record of the type",
      { name: "www.test", record_type: "MX" },
      undefined,
      "dns_error",
      "MX www.test at RESOLVER: no record of that type (ENODATA)",
    ],
    [
      "a failing resolver",
      { name: "speech.test" },
      "fails",
      "dns_error",
      "A speech.test at RESOLVER: the resolver failed (ESERVFAIL)",
    ],
    [
      "a silent resolver",
      { name: "speech.test", timeout_seconds: 0.5 },
      "is_silent",
      "timeout",
      "A speech.test at RESOLVER: no answer in time",
    ],
  ] as const)("fails at %s", async (_what, check, fault, reason, message) => {
    expect(await lookUp(check, fault)).toMatchObject({ result: "failed", reason, message });
  });
});

describeWithTls("a tls check", () => {
  const trusted = getCACertificates("default");
  let authority: CertificateAuthority;
  beforeAll(async () => {
    authority = await startCertificateAuthority();
    setDefaultCACertificates([...trusted, authority.certificate]);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await authority[Symbol.asyncDispose]();
  });

  async function look(
    wish: CertificateWish,
    options: Record<string, unknown> = {},
    from: "issue" | "selfSigned" = "issue",
  ) {
    await using server = await startTcpServer(() => {}, await authority[from](wish));
    return await runOnce(
      writtenCheck({ kind: "tls", host: "localhost", port: server.port, ...options }),
    );
  }
  const inDays = (days: number): number => Date.now() / 1000 + days * 86_400;

  test("passes with a trusted certificate, and measures when it expires", async () => {
    const found = await look({ name: "localhost", daysLeft: 30 });
    expect(found).toMatchObject({ result: "ok", reason: null });
    expect(Object.keys(found.phases).toSorted()).toEqual(["connect", "dns", "tls"]);
    const { tls_expiry_timestamp_seconds = 0, certificate_days_left = 0 } = found.measures;
    expect(Math.abs(tls_expiry_timestamp_seconds - inDays(30))).toBeLessThan(120);
    expect(certificate_days_left).toBeCloseTo(30, 1);
  });

  test("compares the certificate with the name that it is told", async () => {
    const wish = { name: "speech.test", daysLeft: 30 };
    expect(await look(wish, { server_name: "speech.test" })).toMatchObject({ result: "ok" });
    const found = await look(wish);
    expect(found).toMatchObject({ result: "failed", reason: "certificate_wrong_name" });
    expect(found.message).toMatch(/: the certificate is for DNS:speech\.test, not for localhost$/);
  });

  test("is degraded when the certificate expires soon, and fails just before", async () => {
    expect(await look({ name: "localhost", daysLeft: 10 })).toMatchObject({
      result: "degraded",
      reason: "certificate_expires_soon",
    });
    const soon = await look({ name: "localhost", daysLeft: 2 });
    expect(soon).toMatchObject({ result: "failed", reason: "certificate_expires_soon" });
    expect(soon.message).toMatch(/expires in 2\.0 days$/);
    const patient = { warn_days_left: 0, min_days_left: 0 };
    expect(await look({ name: "localhost", daysLeft: 2 }, patient)).toMatchObject({ result: "ok" });
  });

  test("fails with an expired certificate, and still measures when that was", async () => {
    const found = await look({ name: "localhost", daysLeft: -1 });
    expect(found).toMatchObject({ result: "failed", reason: "certificate_expired" });
    expect(found.message).toMatch(/: the certificate expired on /);
    const { tls_expiry_timestamp_seconds = 0 } = found.measures;
    expect(Math.abs(tls_expiry_timestamp_seconds - inDays(-1))).toBeLessThan(120);
  });

  test("fails with a self-signed certificate", async () => {
    const found = await look({ name: "localhost", daysLeft: 30 }, {}, "selfSigned");
    expect(found).toMatchObject({ result: "failed", reason: "certificate_untrusted" });
  });

  test("of a server without TLS fails", async () => {
    await using server = await startTcpServer((socket) => socket.end("220 plain text here\r\n"));
    const found = await runOnce(writtenCheck({ kind: "tls", host, port: server.port }));
    expect(found).toMatchObject({ result: "failed", reason: "tls_error" });
  });

  test("is not needed to know when the certificate of an https check expires", async () => {
    const pair = await authority.issue({ name: "localhost", daysLeft: 30 });
    await using server = await startTcpServer((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
    }, pair);
    const found = await runOnce(
      writtenCheck({ kind: "http", url: `https://localhost:${server.port}/` }),
    );
    expect(found).toMatchObject({ result: "ok" });
    const { tls_expiry_timestamp_seconds = 0 } = found.measures;
    expect(Math.abs(tls_expiry_timestamp_seconds - inDays(30))).toBeLessThan(120);
  });
});
