import { createHash } from "node:crypto";
import { compress, type ContentEncoding, MINIMUM_COMPRESSED_BYTES } from "./content-encoding.ts";

/** A body ready to be sent in one encoding; encodings are different bytes, so each has its own strong ETag. */
export interface EncodedBody {
  readonly encoding: ContentEncoding;
  readonly body: string | Buffer;
  readonly etag: string;
}

/** A body that many clients get: compressed once for all of them, on the first request. */
export interface Representation {
  readonly contentType: string;
  /** The hash of the uncompressed bytes, common to the ETags of all encodings. */
  readonly digest: string;
  encoded(encoding: ContentEncoding): EncodedBody | Promise<EncodedBody>;
}

/** Content types that are already compressed. */
const COMPRESSED_TYPES: ReadonlySet<string> = new Set(["font/woff2", "image/png"]);

/** Wraps `body`. Brotli (quick unless a quality is given) and gzip are made off the main thread on first use and kept. */
export function representationOf(
  contentType: string,
  body: string | Buffer,
  brotliQuality?: number,
): Representation {
  const bytes = Buffer.from(body);
  const digest = createHash("sha256").update(bytes).digest("base64url").slice(0, 22);
  // Node sends a string in one write with the headers, which pays off where its characters need no encoding.
  const isAscii = typeof body === "string" && bytes.length === body.length;
  const identity: EncodedBody = {
    encoding: "identity",
    body: isAscii ? body : bytes,
    etag: `"${digest}"`,
  };
  const isWorthCompressing =
    bytes.length >= MINIMUM_COMPRESSED_BYTES && !COMPRESSED_TYPES.has(contentType);
  const compressed = new Map<ContentEncoding, EncodedBody | Promise<EncodedBody>>();
  return {
    contentType,
    digest,
    encoded(encoding) {
      if (encoding === "identity" || !isWorthCompressing) return identity;
      const known = compressed.get(encoding);
      if (known !== undefined) return known;
      const made = compress(bytes, encoding, brotliQuality).then((compressedBytes) => {
        const result = { encoding, body: compressedBytes, etag: `"${digest}-${encoding}"` };
        compressed.set(encoding, result);
        return result;
      });
      compressed.set(encoding, made);
      return made;
    },
  };
}

/** Returns whether an If-None-Match header names this representation, in any encoding. */
export function isUnchanged(ifNoneMatch: string | undefined, { digest }: Representation): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((entry) => {
    const tag = entry.trim().replace(/^W\//, "");
    return tag === `"${digest}"` || tag === `"${digest}-gzip"` || tag === `"${digest}-br"`;
  });
}
