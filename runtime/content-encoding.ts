import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type ContentEncoding = "identity" | "gzip" | "br";

/** Smaller bodies gain nothing that a reader would notice. */
export const MINIMUM_COMPRESSED_BYTES = 512;

/** Good compression within milliseconds, for bodies that change often. */
const QUICK_BROTLI_QUALITY = 6;

/** A tenth smaller than the quick quality, in a hundred times the time: for files that never change. */
export const BEST_BROTLI_QUALITY = constants.BROTLI_MAX_QUALITY;

/** Compresses a body off the main thread; brotli quickly, unless another quality is given. */
export function compress(
  bytes: Buffer,
  encoding: Exclude<ContentEncoding, "identity">,
  brotliQuality = QUICK_BROTLI_QUALITY,
): Promise<Buffer> {
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
