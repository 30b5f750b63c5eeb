import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type ContentEncoding = "identity" | "gzip" | "br";

/** Bytes ready to be sent in one encoding; encodings are different bytes, so each has its own strong ETag. */
export interface EncodedBytes {
  readonly encoding: ContentEncoding;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** A body that many clients get: compressed once for all of them, when the first one asks. */
export interface Representation {
  readonly contentType: string;
  /** The hash of the uncompressed bytes, common to the ETags of all encodings. */
  readonly digest: string;
  encoded(encoding: ContentEncoding): EncodedBytes | Promise<EncodedBytes>;
}

/** Smaller bodies gain nothing that a reader would notice. */
const minimumCompressedBytes = 512;

/** Good compression within milliseconds; 11 would take a hundred times as long for a tenth less. */
const brotliQuality = 6;

/** Wraps `body`; brotli and gzip are made off the main thread on first use and kept. */
export function representationOf(contentType: string, body: string | Buffer): Representation {
  const bytes = Buffer.from(body);
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  const identity: EncodedBytes = { encoding: "identity", bytes, etag: `"${digest}"` };
  const compressed = new Map<ContentEncoding, EncodedBytes | Promise<EncodedBytes>>();
  return {
    contentType,
    digest,
    encoded(encoding) {
      if (encoding === "identity" || bytes.length < minimumCompressedBytes) return identity;
      const known = compressed.get(encoding);
      if (known !== undefined) return known;
      const made = compress(bytes, encoding).then((compressedBytes) => {
        const result = { encoding, bytes: compressedBytes, etag: `"${digest}-${encoding}"` };
        compressed.set(encoding, result);
        return result;
      });
      compressed.set(encoding, made);
      return made;
    },
  };
}

function compress(bytes: Buffer, encoding: "gzip" | "br"): Promise<Buffer> {
  return encoding === "gzip"
    ? compressGzip(bytes)
    : compressBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
}

/** Picks the best encoding that an Accept-Encoding header allows: brotli, then gzip, then none. */
export function negotiateEncoding(acceptEncoding: string | undefined): ContentEncoding {
  if (acceptEncoding === undefined) return "identity";
  const weights = new Map(
    acceptEncoding.split(",").map((entry) => {
      const [name = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, quality === undefined ? 1 : Number(quality.slice("q=".length))];
    }),
  );
  const accepts = (name: string): boolean => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  if (accepts("br")) return "br";
  return accepts("gzip") ? "gzip" : "identity";
}

/** Tells whether an If-None-Match header names this representation, in whatever encoding it was kept. */
export function isUnchanged(ifNoneMatch: string | undefined, { digest }: Representation): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((entry) => {
    const tag = entry.trim().replace(/^W\//, "");
    return tag === `"${digest}"` || tag === `"${digest}-gzip"` || tag === `"${digest}-br"`;
  });
}
