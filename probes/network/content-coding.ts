import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from "node:zlib";

type Unpack = (packed: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unzip: Unpack = promisify(gunzip);
const inflateWrapped: Unpack = promisify(inflate);
const inflateBare: Unpack = promisify(inflateRaw);
const DEFLATE_METHOD = 8;

/** Decoders of the content codings of HTTP; `deflate` occurs with a zlib header and without one. */
const codings: Readonly<Record<string, Unpack>> = {
  gzip: unzip,
  "x-gzip": unzip,
  deflate: (packed, options) =>
    ((packed[0] ?? 0) & 0x0f) === DEFLATE_METHOD
      ? inflateWrapped(packed, options)
      : inflateBare(packed, options),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** A body that is not coded as its Content-Encoding says. */
export class CodingError extends Error {
  override readonly name = "CodingError";
}

/**
 * Decodes a body by its Content-Encoding, the last coding first; unknown codings are ignored, as in browsers. Returns undefined
 * if the result has more than `maxBytes`; throws a `CodingError` if the body is not coded as named.
 */
export async function decoded(
  body: Buffer,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (contentEncoding === undefined || body.length === 0) return body;
  const named = contentEncoding.split(",").map((coding) => coding.trim().toLowerCase());
  let unpacked = body;
  for (const coding of named.toReversed()) {
    const unpack = codings[coding];
    if (unpack === undefined) continue;
    try {
      unpacked = await unpack(unpacked, { maxOutputLength: maxBytes });
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      const { message } = error as Error;
      throw new CodingError(`the body is not ${coding}, as its Content-Encoding says: ${message}`);
    }
  }
  return unpacked;
}
