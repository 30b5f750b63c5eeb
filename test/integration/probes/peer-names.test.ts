import { createSocket } from "node:dgram";
import { once } from "node:events";

import { describe, expect, test } from "vitest";

import type { Outcome } from "../../support/peer/http-peer.ts";
import { outcomeText } from "../../support/peer/outcome-text.ts";
import { writtenCheck } from "../../support/probes/written-checks.ts";
import { runOnce } from "../../support/run-once.ts";
import { dnsName, dnsNumbers, dnsText } from "../../support/servers/dns-server.ts";

/** A record of an answer: its number, and its data as it is on the wire. */
type Wire = readonly [type: number, data: Buffer, owner?: Buffer];

interface NamePeer {
  readonly name: string;
  readonly outcome: Outcome;
  /** The flags of the answer; below its code. */
  readonly flags?: number;
  readonly records?: readonly Wire[];
  /** Returns the answers that are sent instead, one after the other, given the question. */
  readonly raw?: (query: Buffer) => readonly Buffer[];
  readonly check?: Readonly<Record<string, unknown>>;
}

const A = 1;
const CNAME = 5;
const TXT = 16;
const AAAA = 28;
const ANSWER = 0x8180;
const address = Buffer.from([192, 0, 2, 1]);
/** The name of the question, as a pointer to where it stands. */
const QUESTION_NAME = Buffer.from([0xc0, 12]);
const txt = { record_type: "TXT" };
const code = (name: string, number: number, outcome: Outcome = "dns_error"): NamePeer => ({
  name,
  outcome,
  flags: ANSWER + number,
});

const namePeers: readonly NamePeer[] = [
  { name: "an address", outcome: "ok", records: [[A, address]] },
  {
    name: "an alias and its address",
    outcome: "ok",
    records: [
      [CNAME, dnsName("b.test")],
      [A, address, dnsName("b.test")],
    ],
  },
  {
    name: "three aliases and an address",
    outcome: "ok",
    records: [
      [CNAME, dnsName("b.test")],
      [CNAME, dnsName("c.test"), dnsName("b.test")],
      [CNAME, dnsName("d.test"), dnsName("c.test")],
      [A, address, dnsName("d.test")],
    ],
  },
  {
    name: "a cut answer, and nobody over TCP",
    outcome: "connect_refused",
    flags: ANSWER + 0x200,
    check: { timeout_seconds: 1 },
  },
  { name: "no recursion", outcome: "ok", flags: 0x8400, records: [[A, address]] },
  {
    name: "records of other types besides",
    outcome: "ok",
    records: [
      [TXT, dnsText("x")],
      [A, address],
      [46, Buffer.alloc(30)],
    ],
  },
  { name: "a text with a NUL", outcome: "ok", records: [[TXT, dnsText("a\0b")]], check: txt },
  {
    name: "a text in UTF-8",
    outcome: "ok",
    records: [[TXT, dnsText("şık")]],
    check: { ...txt, expect_values: ["şık"] },
  },
  {
    name: "a text of no UTF-8",
    outcome: "ok",
    records: [[TXT, Buffer.from([2, 0xff, 0xfe])]],
    check: txt,
  },
  {
    name: "a text with the colours of a terminal",
    outcome: "ok",
    records: [[TXT, dnsText("\u001b[1m")]],
    check: txt,
  },
  { name: "an empty text", outcome: "ok", records: [[TXT, dnsText("")]], check: txt },
  {
    name: "an IPv6 address written otherwise",
    outcome: "ok",
    records: [[AAAA, dnsNumbers(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1)]],
    check: { record_type: "AAAA", expect_values: ["2001:DB8:0::1"] },
  },
  {
    name: "another answer first, to a question that was not asked",
    outcome: "ok",
    raw: (query) => {
      const answer = answerOf(query, ANSWER, [[A, address]]);
      const other = Buffer.from(answer);
      other.writeUInt16BE((query.readUInt16BE(0) + 1) % 65_536, 0);
      return [other, answer];
    },
  },
  { name: "an alias alone", outcome: "dns_error", records: [[CNAME, dnsName("gone.test")]] },
  { name: "an alias in a circle", outcome: "dns_error", records: [[CNAME, dnsName("a.test")]] },
  { name: "another type alone", outcome: "dns_error", records: [[TXT, dnsText("x")]] },
  { name: "no record", outcome: "dns_error" },
  code("a question that it does not understand", 1),
  code("a failure", 2),
  code("no such name", 3),
  code("a type that it does not know", 4),
  code("a refusal", 5),
  {
    name: "another address",
    outcome: "wrong_dns_answer",
    records: [[A, Buffer.from([192, 0, 2, 9])]],
    check: { expect_values: ["192.0.2.1"] },
  },
  {
    name: "an address of three bytes",
    outcome: "dns_error",
    records: [[A, Buffer.from([1, 2, 3])]],
  },
  {
    name: "more records announced than there are",
    outcome: "dns_error",
    raw: (query) => {
      const answer = answerOf(query, ANSWER, [[A, address]]);
      answer.writeUInt16BE(9, 6);
      return [answer];
    },
  },
  { name: "silence", outcome: "timeout", raw: () => [], check: { timeout_seconds: 1 } },
  {
    name: "half a head",
    outcome: "dns_error",
    raw: (query) => [query.subarray(0, 5)],
    check: { timeout_seconds: 1 },
  },
  {
    name: "the question again",
    outcome: "dns_error",
    raw: (query) => [query],
    check: { timeout_seconds: 1 },
  },
  {
    name: "bytes",
    outcome: "dns_error",
    raw: () => [Buffer.from("SSH-2.0-OpenSSH_9\r\n")],
    check: { timeout_seconds: 1 },
  },
];

function answerOf(query: Buffer, flags: number, records: readonly Wire[]): Buffer {
  let end = 12;
  while ((query[end] ?? 0) > 0) end += (query[end] ?? 0) + 1;
  const question = query.subarray(12, end + 5);
  const answers = records.map(([type, data, owner = QUESTION_NAME]) =>
    Buffer.concat([owner, dnsNumbers(type, 1, 0, 60, data.length), data]),
  );
  const counts = dnsNumbers(flags, 1, records.length, 0, 0);
  return Buffer.concat([query.subarray(0, 2), counts, question, ...answers]);
}

describe("a resolver that answers with", () => {
  test.each(namePeers)(
    "$name: $outcome",
    async ({ outcome, flags = ANSWER, records = [], raw, check }) => {
      const socket = createSocket("udp4").bind(0, "127.0.0.1");
      await once(socket, "listening");
      socket.on("message", (query, { port, address: host }) => {
        const answers = raw?.(query) ?? [answerOf(query, flags, records)];
        for (const answer of answers) socket.send(answer, port, host);
      });
      const resolver = `127.0.0.1:${socket.address().port}`;
      const written = { kind: "dns", name: "a.test", resolver, timeout_seconds: 10, ...check };
      expect(outcomeText(await runOnce(writtenCheck(written)))).toBe(outcome);
      socket.close();
    },
  );
});
