/** Writes pictures of up to 256 colours as PNG (RFC 2083). */

import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const BITS_OF_A_PIXEL = 8;
const INDEXED_COLOUR = 3;

export type Colour = readonly [red: number, green: number, blue: number];

/**
 * Returns a PNG file; `pixels` are indices into `palette`, row by row from the top, `width` per row. `opacities` apply to the
 * first colours, 0 to 255; the others are opaque.
 */
export function png(
  pixels: Uint8Array,
  width: number,
  palette: readonly Colour[],
  opacities: readonly number[] = [],
): Uint8Array {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(BITS_OF_A_PIXEL, 8);
  header.writeUInt8(INDEXED_COLOUR, 9);
  // Each row begins with its filter type: 0, none.
  const rows = new Uint8Array(height * (width + 1));
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Uint8Array.from(palette.flat())),
    ...(opacities.length === 0 ? [] : [chunk("tRNS", Uint8Array.from(opacities))]),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
