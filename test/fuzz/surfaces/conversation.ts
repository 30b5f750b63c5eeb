import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import WebSocket from "ws";
import { type DocumentedChannel, documentedChannel } from "../contract/channels.ts";
import { errorCode } from "../contract/operations.ts";
import { damaged } from "../inputs/damage.ts";
import { type KnownValues, valuesOf } from "../inputs/of-schema.ts";
import { type Attempt, Fault, type Targets } from "../surface.ts";
import { bytesText } from "./request.ts";
import { knownValues } from "./known-values.ts";
import { shortClipFile } from "./recordings.ts";

/** After what a client says last, the service has this long to answer. */
const TIMEOUT_MS = 30_000;

/** What an address that cannot be read is answered with, and what stands for it among close codes. */
const UNREADABLE = 400;
const REFUSED_HANDSHAKE = 4400;

/** How to end a conversation on a channel, and how its end is recognised. */
export interface Ending {
  /** The client's last message. */
  readonly last: object;
  /** Whether the service answers that; absent where it closes. */
  isAnsweredBy?(message: Said): boolean;
}

export interface Said {
  readonly type?: unknown;
  readonly error?: { readonly event_id?: unknown };
}

interface Frame {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

/** Conversations on the channel of an id: messages as the document has them, damaged ones, audio, in any order. */
export async function conversations(
  service: Targets["service"],
  channelId: string,
  ending: Ending,
): Promise<fc.Arbitrary<Attempt>> {
  const channel = await documentedChannel(service.url, channelId);
  const known = await knownValues(service);
  const frames = fc.array(framesOf(channel, known), { maxLength: 12 });
  return fc.tuple(queriesOf(channel, known), frames).map(([query, said]) => ({
    tell: () =>
      `${channel.address}?${query} ${said
        .map(({ bytes, isBinary }) => `${isBinary ? "binary" : "text"} ${bytesText(bytes)}`)
        .join(" | ")}`,
    send: () => converse(service, channel, query, said, ending),
  }));
}

function queriesOf(channel: DocumentedChannel, known: KnownValues): fc.Arbitrary<string> {
  const parameters = Object.entries(channel.query)
    .filter(([name]) => name !== "token")
    .map(([name, schema]) => {
      const entry = valuesOf(schema, known, name).map((value) => [[name, textOf(value)]] as const);
      return fc.oneof(
        { weight: 1, arbitrary: entry },
        { weight: 2, arbitrary: fc.constant([] as const) },
      );
    });
  return fc
    .tuple(...parameters)
    .map((entries) => new URLSearchParams(entries.flat().map((one) => [...one])).toString());
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.toWellFormed().slice(0, 2000);
}

function framesOf(channel: DocumentedChannel, known: KnownValues): fc.Arbitrary<Frame> {
  const messages = fc.oneof(
    ...Object.values(channel.fromClient).map((schema) => valuesOf(schema, known)),
  );
  const text = damaged(
    messages.map((value) => Buffer.from(JSON.stringify(value))),
    { whole: 8 },
  ).map((bytes) => ({ bytes, isBinary: false }));
  const audio = fc
    .oneof(
      fc.nat(20).map((at) => shortClipFile.subarray(44 + at * 1600, 44 + (at + 2) * 1600)),
      fc.uint8Array({ maxLength: 3200 }),
    )
    .map((bytes) => ({ bytes: Buffer.from(bytes), isBinary: true }));
  return fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: channel.takesAudio ? 4 : 1, arbitrary: audio },
  );
}

async function converse(
  { url, key }: Targets["service"],
  channel: DocumentedChannel,
  query: string,
  said: readonly Frame[],
  ending: Ending,
): Promise<"accepted" | "refused"> {
  const address = new URL(`${channel.address}?${query}`, url.replace(/^http/, "ws"));
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` } });
  const heard: string[] = [];
  const ended = new Promise<number>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("unexpected-response", (_, { statusCode }) =>
      statusCode === UNREADABLE
        ? resolve(REFUSED_HANDSHAKE)
        : reject(new Fault(`the handshake was answered with ${statusCode}`)),
    );
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) return;
      heard.push(data.toString("utf8"));
      const message = JSON.parse(data.toString("utf8")) as Said;
      if (ending.isAnsweredBy?.(message) === true) socket.close(1000);
    });
    socket.once("close", resolve);
  });
  socket.once("open", () => {
    for (const { bytes, isBinary } of said) socket.send(bytes, { binary: isBinary });
    socket.send(JSON.stringify(ending.last));
  });
  const late = new AbortController();
  try {
    const code = await Promise.race([
      ended,
      sleep(TIMEOUT_MS, undefined, { signal: late.signal }).then(() => {
        throw new Fault(`no end within ${TIMEOUT_MS / 1000} s; heard ${heard.join(" ")}`);
      }),
    ]);
    return judge(channel, code, heard, ending);
  } finally {
    late.abort();
    socket.terminate();
  }
}

function typeOf(text: string): string {
  return String((JSON.parse(text) as Said).type);
}

/** Closes that the WebSocket protocol itself asks for: of a frame that is no UTF-8, and of one that is too large. */
const PROTOCOL_CLOSES: ReadonlySet<number> = new Set([1007, 1009]);

function judge(
  channel: DocumentedChannel,
  closeCode: number,
  heard: readonly string[],
  ending: Ending,
): "accepted" | "refused" {
  let hasError = closeCode === REFUSED_HANDSHAKE && heard.length === 0;
  for (const text of heard) {
    const type = typeOf(text);
    if (!channel.fromService.has(type)) throw new Fault(`a message of another type: ${text}`);
    if (type !== "error" || ending.isAnsweredBy?.(JSON.parse(text) as Said) === true) continue;
    hasError = true;
    const code = errorCode("application/json", Buffer.from(text));
    if (!channel.codes.has(code)) throw new Fault(`the error ${code} is not documented: ${text}`);
    if (code === "internal_error" || code === "engine_error") throw new Fault(text);
  }
  const isError = closeCode >= 4400 && closeCode < 4600 && hasError;
  if (closeCode === 1000 || isError || PROTOCOL_CLOSES.has(closeCode)) {
    return hasError || closeCode !== 1000 ? "refused" : "accepted";
  }
  throw new Fault(`closed with ${closeCode} after ${heard.join(" ")}`);
}
