import { createSocket } from "node:dgram";
import { once } from "node:events";

/** A record that the server knows; `data` as it is written on the wire. */
export interface DnsRecord {
  readonly name: string;
  readonly type: keyof typeof recordTypes;
  readonly data: Buffer;
}

/** A DNS server over UDP that answers from a list. */
export interface DnsServer extends AsyncDisposable {
  /** `address:port` */
  readonly address: string;
  /** `is_silent` never answers, `fails` answers SERVFAIL. */
  fault: "is_silent" | "fails" | undefined;
}

const recordTypes = { A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28, SRV: 33 } as const;
const IN_CLASS = 1;
const TTL_SECONDS = 60;
const HEADER_BYTES = 12;
const ANSWER_FLAGS = 0x8180;
const codes = { ok: 0, serverFailure: 2, noSuchName: 3 } as const;

/** Starts a DNS server on a free port of 127.0.0.1. */
export async function startDnsServer(records: readonly DnsRecord[]): Promise<DnsServer> {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    fault: undefined,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, "close");
    },
  };
  socket.on("message", (query, from) => {
    if (server.fault === "is_silent") return;
    const answer = answerTo(query, records, server.fault === "fails");
    socket.send(answer, from.port, from.address);
  });
  return server;
}

/** A name as labels, each with its length before it. */
export function dnsName(name: string): Buffer {
  const labels = name.split(".").map((label) => dnsText(label));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** A text with its length before it. */
export function dnsText(text: string): Buffer {
  return Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
}

/** Numbers of two bytes each, as records have them. */
export function dnsNumbers(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number, 2 * index);
  return bytes;
}

function answerTo(query: Buffer, records: readonly DnsRecord[], fails: boolean): Buffer {
  const { name, type, endsAt } = readQuestion(query);
  const ofName = records.filter((record) => record.name === name.toLowerCase());
  const found = fails ? [] : ofName.filter((record) => recordTypes[record.type] === type);
  const code = fails ? codes.serverFailure : ofName.length === 0 ? codes.noSuchName : codes.ok;
  const header = Buffer.concat([
    query.subarray(0, 2),
    dnsNumbers(ANSWER_FLAGS + code, 1, found.length, 0, 0),
  ]);
  const answers = found.map(({ data }) =>
    Buffer.concat([dnsName(name), dnsNumbers(type, IN_CLASS, 0, TTL_SECONDS, data.length), data]),
  );
  return Buffer.concat([header, query.subarray(HEADER_BYTES, endsAt), ...answers]);
}

function readQuestion(query: Buffer): { name: string; type: number; endsAt: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while ((query[at] ?? 0) > 0) {
    const length = query[at] ?? 0;
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), endsAt: at + 5 };
}
