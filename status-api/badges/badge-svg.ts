import type { Badge } from "./badge.ts";
import widths from "./verdana-widths.json" with { type: "json" };
import { escapeMarkup } from "#web-kit/document/escape-markup.ts";

const labelColor = "#3d444d";
const heightPx = 20;
const fontSizePx = 11;
const baselinePx = 14;
const paddingPx = 6;

/** Draws a badge as SVG; its texts keep their width whatever font the reader has. */
export function badgeSvg({ label, message, color }: Badge): string {
  const labelPx = Math.ceil(textWidthPx(label, fontSizePx));
  const messagePx = Math.ceil(textWidthPx(message, fontSizePx));
  const splitPx = labelPx + 2 * paddingPx;
  const widthPx = splitPx + messagePx + 2 * paddingPx;
  const said = escapeMarkup(`${label}: ${message}`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" role="img" aria-label="${said}">` +
    `<title>${said}</title>` +
    `<rect width="${widthPx}" height="${heightPx}" rx="3" fill="${color}"/>` +
    `<path d="M3 0H${splitPx}V${heightPx}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="${labelColor}"/>` +
    `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${fontSizePx}" aria-hidden="true">` +
    text(label, paddingPx, labelPx) +
    text(message, splitPx + paddingPx, messagePx) +
    "</g></svg>\n"
  );
}

function text(content: string, xPx: number, widthPx: number): string {
  return `<text x="${xPx}" y="${baselinePx}" textLength="${widthPx}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(content)}</text>`;
}

/** Advance widths of Verdana in 2048ths of the font size; letters with marks are as wide as without. */
const advances: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(widths).flatMap(([advance, characters]) =>
    Array.from(characters, (character) => [character, Number(advance)]),
  ),
);

const unitsPerEm = 2048;

/** The width of unknown characters: too wide looks better than cut off. */
const unknownAdvance = unitsPerEm;

export function textWidthPx(text: string, fontSizePx: number): number {
  const units = Array.from(text).reduce((sum, character) => {
    const [base = character] = Array.from(character.normalize("NFD"));
    return sum + (advances[character] ?? advances[base] ?? unknownAdvance);
  }, 0);
  return (units / unitsPerEm) * fontSizePx;
}

/** How long shields.io may keep a badge; it takes nothing shorter. */
const shieldsCacheSeconds = 300;

/** Writes a badge for shields.io's endpoint, which draws it in any of its styles. */
export function shieldsEndpoint({ label, message, color }: Badge): object {
  return {
    schemaVersion: 1,
    label,
    message,
    color,
    labelColor,
    cacheSeconds: shieldsCacheSeconds,
  };
}
