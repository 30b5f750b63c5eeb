import { renderPng } from "./render-png.ts";

/** Twice what browsers show, for dense screens. */
const ICON_SIZE = 64;

/** Draws a square SVG as the PNG that `/favicon.ico` answers with. */
export function drawIcon(svg: string): Promise<Buffer> {
  const size = { width: ICON_SIZE, height: ICON_SIZE };
  return renderPng({ type: "image", src: svg, style: size }, size);
}
