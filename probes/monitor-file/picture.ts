import { createHash } from "node:crypto";
import type { Picture, StoredPicture } from "#migrations/status/stored-identity.ts";

/** Maximum size of a picture on the page, since each reader loads it. */
export const MAXIMUM_PICTURE_BYTES = 32 * 1024;

type ReadPicture =
  | { readonly picture: Picture; readonly stored: StoredPicture }
  | { readonly complaint: string };

/** Reads the dimensions of an SVG or PNG picture and names it by its content; returns a complaint if it cannot be used. */
export function readPicture(bytes: Buffer): ReadPicture {
  if (bytes.length > MAXIMUM_PICTURE_BYTES) {
    return { complaint: `has ${bytes.length} bytes; takes at most ${MAXIMUM_PICTURE_BYTES}` };
  }
  const isPng = bytes.subarray(0, pngSignature.length).equals(pngSignature);
  const size = isPng ? sizeOfPng(bytes) : sizeOfSvg(bytes.toString("utf8"));
  if (size === undefined) {
    return {
      complaint:
        "is neither a PNG picture nor an SVG picture with a viewBox, or a width and a height",
    };
  }
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const name = `${hash}.${isPng ? "png" : "svg"}`;
  return { picture: { name, ...size }, stored: { name, content: bytes.toString("base64") } };
}

type Size = Pick<Picture, "width" | "height">;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Width and height are in the first chunk, IHDR. */
const PNG_WIDTH_AT = 16;
const PNG_HEADER_BYTES = 24;

function sizeOfPng(bytes: Buffer): Size | undefined {
  if (bytes.length < PNG_HEADER_BYTES) return undefined;
  return positive(bytes.readUInt32BE(PNG_WIDTH_AT), bytes.readUInt32BE(PNG_WIDTH_AT + 4));
}

function sizeOfSvg(text: string): Size | undefined {
  const [root = ""] = /<svg\b[^>]*>/.exec(text) ?? [];
  const [, box] = /\bviewBox\s*=\s*["']([^"']+)["']/.exec(root) ?? [];
  if (box !== undefined) {
    const [, , width, height] = box
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    return positive(width, height);
  }
  const lengthOf = (name: string): number =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(root)?.[1]);
  return positive(lengthOf("width"), lengthOf("height"));
}

function positive(width = 0, height = 0): Size | undefined {
  return width > 0 && height > 0 ? { width, height } : undefined;
}
