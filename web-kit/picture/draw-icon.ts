import { renderPng } from "./render-png.ts";

/** In pixels: twice the size that browsers show, for dense screens. */
const ICON_SIZE = 64;

/** Draws a square SVG as a PNG for `/favicon.ico`. */
export function drawIcon(svg: string): Promise<Buffer> {
  const size = { width: ICON_SIZE, height: ICON_SIZE };
  return renderPng({ type: "image", src: svg, style: size }, size);
}
