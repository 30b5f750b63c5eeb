import type { IncomingMessage, ServerResponse } from "node:http";
import { negotiateEncoding } from "../representation/content-encoding.ts";
import {
  type EncodedBytes,
  isUnchanged,
  type Representation,
} from "../representation/representation.ts";
import {
  ageSeconds,
  documentCaching,
  openToAll,
  type Published,
  statusDocumentPath,
} from "./documents.ts";

/** Called when an answer has been written, with its status and how many milliseconds that took. */
export type AnswerObserver = (statusCode: 200 | 304, elapsedMs: number) => void;

/** Answers a request and returns true, or returns false and leaves it alone. */
export type DirectAnswer = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What the answers with the same bytes have in common; headers are names and values in turns, as Node takes them. */
interface CommonParts {
  readonly whole: readonly string[];
  readonly unchanged: readonly string[];
  /** The bytes as characters of one byte each: Node sends these in one piece with the headers, and buffers apart. */
  readonly body: string;
}

/**
 * Makes what answers `GET /api/v2/status.json`, as its route would, while there are bytes ready: everybody polls this
 * one, and the way through the framework costs more than the answer.
 */
export function statusDocumentAnswer(published: Published, observe: AnswerObserver): DirectAnswer {
  const known = new WeakMap<EncodedBytes, CommonParts>();
  const partsOf = (document: Representation, encoded: EncodedBytes): CommonParts => {
    const parts = known.get(encoded) ?? commonParts(document, encoded);
    known.set(encoded, parts);
    return parts;
  };
  return (request, response) => {
    if (request.url !== statusDocumentPath || request.method !== "GET") return false;
    const startedMs = performance.now();
    const publication = published.current();
    if (publication === undefined) return false;
    const { statusDocument } = publication;
    const encoded = statusDocument.encoded(negotiateEncoding(request.headers["accept-encoding"]));
    if (encoded instanceof Promise) return false;
    const { whole, unchanged, body } = partsOf(statusDocument, encoded);
    const age = String(ageSeconds(publication, published.nowMs()));
    if (isUnchanged(request.headers["if-none-match"], statusDocument)) {
      response.writeHead(304, [...unchanged, "x-data-age-seconds", age]).end();
      observe(304, performance.now() - startedMs);
    } else {
      response.writeHead(200, [...whole, "x-data-age-seconds", age]).end(body, "latin1");
      observe(200, performance.now() - startedMs);
    }
    return true;
  };
}

function commonParts(
  { contentType }: Representation,
  { encoding, bytes, etag }: EncodedBytes,
): CommonParts {
  const unchanged = {
    "x-content-type-options": "nosniff",
    ...openToAll,
    "cache-control": documentCaching,
    vary: "accept-encoding",
    etag,
  };
  const whole = {
    ...unchanged,
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    "content-type": contentType,
    "content-length": String(bytes.length),
  };
  return {
    whole: Object.entries(whole).flat(),
    unchanged: Object.entries(unchanged).flat(),
    body: bytes.toString("latin1"),
  };
}
