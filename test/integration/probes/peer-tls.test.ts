import { once } from "node:events";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";

import { afterAll, beforeAll, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import type { Outcome } from "../../support/peer/http-peer.ts";
import { outcomeText } from "../../support/peer/outcome-text.ts";
import { type Step, take } from "../../support/peer/wire.ts";
import { writtenCheck } from "../../support/probes/written-checks.ts";
import { runOnce } from "../../support/run-once.ts";
import {
  type CertificateAuthority,
  type KeyPair,
  startCertificateAuthority,
} from "../../support/servers/certificates.ts";
import { startTcpServer } from "../../support/servers/tcp-server.ts";
import { describeWithTls } from "../../support/servers/tls-proxy.ts";

const name = "localhost";
const san = `subjectAltName=DNS:${name}`;
const mayIssue = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign";
const leaf = { name, daysLeft: 300 };
const issuer = { name: "Middle", daysLeft: 300, extensions: mayIssue };

interface CertificatePeer {
  readonly of: string;
  readonly outcome: Outcome | "degraded";
  readonly pair: (authority: CertificateAuthority) => Promise<KeyPair>;
  /** The expected message. */
  readonly says?: RegExp;
}

const plain = (
  of: string,
  outcome: CertificatePeer["outcome"],
  wish: object,
  says?: RegExp,
): CertificatePeer => ({
  of,
  outcome,
  pair: (authority) => authority.issue({ ...leaf, ...wish }),
  ...(says && { says }),
});
const below = (
  of: string,
  outcome: CertificatePeer["outcome"],
  middle: object,
  says?: RegExp,
): CertificatePeer => ({
  of,
  outcome,
  pair: async (authority) => authority.issue(leaf, await authority.issue({ ...issuer, ...middle })),
  ...(says && { says }),
});

const certificatePeers: readonly CertificatePeer[] = [
  plain("its name", "ok", {}),
  plain("a name with a star", "certificate_wrong_name", {
    extensions: "subjectAltName=DNS:*.test",
  }),
  plain("several names", "ok", { extensions: `subjectAltName=DNS:a.test,DNS:${name}` }),
  plain(
    "its name as its subject alone",
    "certificate_wrong_name",
    { extensions: "basicConstraints=CA:FALSE" },
    /as its subject alone, which browsers do not read/,
  ),
  plain("an address of mail", "certificate_wrong_name", {
    extensions: "subjectAltName=email:a@localhost",
  }),
  plain(
    "another name",
    "certificate_wrong_name",
    { extensions: "subjectAltName=DNS:other.test" },
    /is for DNS:other\.test, not for localhost/,
  ),
  plain(
    "a time that is over",
    "certificate_expired",
    { daysLeft: -1 },
    /: the certificate expired on /,
  ),
  plain("a time to come", "tls_error", { startsInDays: 2 }, /: the certificate is valid from /),
  plain(
    "two days",
    "certificate_expires_soon",
    { daysLeft: 2 },
    /: the certificate expires in 2\.0 days/,
  ),
  plain(
    "clients",
    "tls_error",
    { extensions: `${san}\nextendedKeyUsage=clientAuth` },
    /is not for servers/,
  ),
  {
    of: "itself",
    outcome: "certificate_untrusted",
    pair: (authority) => authority.selfSigned(leaf),
  },
  below("an issuer", "ok", {}),
  below(
    "an issuer whose time is over",
    "certificate_expired",
    { daysLeft: -10 },
    /the certificate of its issuer Middle expired on /,
  ),
  below(
    "an issuer with two days",
    "certificate_expires_soon",
    { daysLeft: 2 },
    /the certificate of its issuer Middle expires in 2\.0 days/,
  ),
  below("an issuer that may not issue", "tls_error", {
    extensions: "basicConstraints=critical,CA:FALSE",
  }),
  {
    of: "an issuer that is not sent",
    outcome: "certificate_untrusted",
    async pair(authority) {
      const { key, certificate } = await authority.issue(leaf, await authority.issue(issuer));
      return { key, certificate: certificate.slice(0, certificate.indexOf("-----END") + 26) };
    },
  },
  {
    of: "too many issuers",
    outcome: "tls_error",
    async pair(authority) {
      const short = { ...issuer, extensions: mayIssue.replace("TRUE", "TRUE,pathlen:0") };
      const upper = await authority.issue({ ...short, name: "Upper" });
      return authority.issue(leaf, await authority.issue(issuer, upper));
    },
    says: /longer than one of its issuers allows/,
  },
  {
    of: "its name, with an old certificate behind it",
    outcome: "ok",
    async pair(authority) {
      const { key, certificate } = await authority.issue(leaf, await authority.issue(issuer));
      const old = await authority.issue({ ...issuer, name: "Old", daysLeft: -100 });
      return { key, certificate: certificate + old.certificate };
    },
  },
];

describeWithTls("a certificate", () => {
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

  longTest.each(certificatePeers)(
    "of $of: $outcome, of tls and of http",
    async ({ outcome, pair, says }) => {
      const answer = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
      const serve = (socket: {
        once(event: "data", then: () => void): unknown;
        end(text: string): unknown;
      }): void => void socket.once("data", () => socket.end(answer));
      await using server = await startTcpServer(serve, await pair(authority));
      const found = await runOnce(
        writtenCheck({ kind: "tls", host: name, port: server.port, timeout_seconds: 20 }),
      );
      expect(outcomeText(found)).toBe(outcome);
      expect(found.message).toMatch(says ?? /^tls:/);
      const url = `https://localhost:${server.port}/`;
      const overHttp = await runOnce(writtenCheck({ kind: "http", url, timeout_seconds: 20 }));
      // Whether it ends soon is for a check of kind tls.
      expect(outcomeText(overHttp)).toBe(outcome === "certificate_expires_soon" ? "ok" : outcome);
    },
  );

  shortTest("of a server that speaks HTTP/2 alone is followed by HTTP/2", async () => {
    const { key, certificate: cert } = await authority.issue(leaf);
    const server = createSecureServer({ key, cert }, (_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end('{"status":"ok"}');
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    const check = { kind: "http", url, expect_json: { status: "ok" }, timeout_seconds: 20 };
    expect(outcomeText(await runOnce(writtenCheck(check)))).toBe("ok");
    server.close();
    await once(server, "close");
  });

  shortTest.each<readonly [string, Outcome, readonly Step[]]>([
    ["plain HTTP", "tls_error", ["HTTP/1.1 400 Bad Request\r\n\r\n", "close"]],
    ["a banner", "tls_error", ["220 mail.test ESMTP\r\n"]],
    ["an alert", "tls_error", [Buffer.from([0x15, 3, 3, 0, 2, 2, 40])]],
    ["a close", "connection_lost", ["close"]],
    ["a reset", "connection_lost", ["reset"]],
    ["half a record", "connection_lost", [Buffer.from([0x16, 3, 3, 0, 50, 2]), "close"]],
    ["silence", "timeout", []],
  ])("is not there where a handshake is answered with %s: %s", async (_of, outcome, steps) => {
    await using server = await startTcpServer((socket) => {
      socket.once("data", () => void take(socket, steps).catch(() => {}));
    });
    const timeout_seconds = outcome === "timeout" ? 1 : 20;
    const checks = [
      { kind: "tls", host: name, port: server.port },
      { kind: "http", url: `https://localhost:${server.port}/` },
      { kind: "websocket", url: `https://localhost:${server.port}/` },
    ];
    for (const check of checks) {
      expect(outcomeText(await runOnce(writtenCheck({ timeout_seconds, ...check })))).toBe(outcome);
    }
  });
});
