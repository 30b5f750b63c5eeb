import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import type { GoodAnswer } from "./web-kinds.ts";

/** What is done on a connection: bytes and text that are written, waits in milliseconds, and its end by `close` or `reset`. */
export type Step = Buffer | string | number;

/** How a peer answers, given what a healthy target would. */
export type Answer = (good: GoodAnswer) => readonly (Step | Step[])[];

/** Takes the steps of an answer on a connection. */
export async function take(socket: Socket, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (socket.destroyed) return;
    if (step === "reset") socket.resetAndDestroy();
    else if (step === "close") socket.end();
    else if (typeof step === "number") await sleep(step);
    // Bytes of headers are Latin-1.
    else socket.write(typeof step === "string" ? Buffer.from(step, "latin1") : step);
  }
}

const reasons: Readonly<Record<number, string>> = { 200: "OK", 201: "Created" };

/** A head with the healthy answer's status and type, and more headers, each as it is written. */
export function head({ status, type }: GoodAnswer, ...headers: readonly string[]): string {
  const lines = [`HTTP/1.1 ${status} ${reasons[status]}`, `Content-Type: ${type}`, ...headers];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** A whole answer with a length, with more headers. */
export function whole(good: GoodAnswer, ...headers: readonly string[]): Buffer {
  const length = `Content-Length: ${good.body.length}`;
  return Buffer.concat([Buffer.from(head(good, length, ...headers), "latin1"), good.body]);
}

/** The body in chunks of so many bytes, each with what may stand behind its size. */
export function chunked(body: Buffer, bytes = 100, extension = "", trailers = ""): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += bytes) {
    const chunk = body.subarray(at, at + bytes);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk);
    chunks.push(Buffer.from("\r\n"));
  }
  return Buffer.concat([...chunks, Buffer.from(`0\r\n${trailers}\r\n`)]);
}

/** Pieces of so many bytes, with a moment between each. */
export function pieces(bytes: Buffer, length: number): Step[] {
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * length, (at + 1) * length),
  ).flatMap((piece) => [piece, 1]);
}
