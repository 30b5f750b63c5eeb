import { type Dispatcher, request } from "undici";
import type { Answer } from "../contract/operations.ts";

/** Of an answer as much as is read; speech may be long, and its client may leave. */
const READ_BYTES = 256 * 1024;

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
}

/** Sends a request and reads the answer's beginning. */
export async function send({ method, url, headers, body }: HttpRequest): Promise<Answer> {
  const answer = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers,
    body: body ?? null,
    headersTimeout: 60_000,
  });
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > READ_BYTES) break;
  }
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) };
}

/** A request as a person sends it again: its bytes in base64 where they are no plain text. */
export function requestText({ method, url, headers, body }: HttpRequest): string {
  const { authorization: _, ...shown } = headers;
  return `${method} ${url.pathname}${url.search} ${JSON.stringify(shown)} ${bytesText(body)}`.trim();
}

/** Longest text of an input in a report, in characters; its seed makes the whole of it again. */
const MAX_TEXT_CHARACTERS = 2000;

/** Bytes as plain text, or in base64. */
export function bytesText(bytes: Buffer = Buffer.alloc(0)): string {
  const isPlain = /^[\x20-\x7e]*$/.test(bytes.toString("latin1"));
  const text = isPlain ? bytes.toString("latin1") : `base64:${bytes.toString("base64")}`;
  return text.length <= MAX_TEXT_CHARACTERS
    ? text
    : `${text.slice(0, MAX_TEXT_CHARACTERS)}… (${bytes.length} bytes)`;
}
