import type { Badge } from "./badge.ts";
import widths from "./verdana-widths.json" with { type: "json" };
import { escapeMarkup } from "#web-kit/document/escape-markup.ts";

const LABEL_COLOR = "#3d444d";
const HEIGHT_PX = 20;
const FONT_SIZE_PX = 11;
const BASELINE_PX = 14;
const PADDING_PX = 6;

/** Returns a badge as SVG; its texts have a fixed width, whatever font the reader has. */
export function badgeSvg({ label, message, color }: Badge): string {
  const labelPx = Math.ceil(textWidthPx(label, FONT_SIZE_PX));
  const messagePx = Math.ceil(textWidthPx(message, FONT_SIZE_PX));
  const splitPx = labelPx + 2 * PADDING_PX;
  const widthPx = splitPx + messagePx + 2 * PADDING_PX;
  const said = escapeMarkup(`${label}: ${message}`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${HEIGHT_PX}" role="img" aria-label="${said}">` +
    `<title>${said}</title>` +
    `<rect width="${widthPx}" height="${HEIGHT_PX}" rx="3" fill="${color}"/>` +
    `<path d="M3 0H${splitPx}V${HEIGHT_PX}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="${LABEL_COLOR}"/>` +
    `<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${FONT_SIZE_PX}" aria-hidden="true">` +
    text(label, PADDING_PX, labelPx) +
    text(message, splitPx + PADDING_PX, messagePx) +
    "</g></svg>\n"
  );
}

function text(content: string, xPx: number, widthPx: number): string {
  return `<text x="${xPx}" y="${BASELINE_PX}" textLength="${widthPx}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(content)}</text>`;
}

/** Advance widths of Verdana in 2048ths of the font size; letters with marks are as wide as without. */
const advances: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(widths).flatMap(([advance, characters]) =>
    Array.from(characters, (character) => [character, Number(advance)]),
  ),
);

const UNITS_PER_EM = 2048;

/** The width of unknown characters: too wide looks better than cut off. */
const UNKNOWN_ADVANCE = UNITS_PER_EM;

export function textWidthPx(text: string, fontSizePx: number): number {
  const units = Array.from(text).reduce((sum, character) => {
    const [base = character] = Array.from(character.normalize("NFD"));
    return sum + (advances[character] ?? advances[base] ?? UNKNOWN_ADVANCE);
  }, 0);
  return (units / UNITS_PER_EM) * fontSizePx;
}

/** How long shields.io may cache a badge: the shortest time that it accepts. */
const SHIELDS_CACHE_SECONDS = 300;

/** Returns a badge for the shields.io endpoint, which draws it in any of its styles. */
export function shieldsEndpoint({ label, message, color }: Badge): object {
  return {
    schemaVersion: 1,
    label,
    message,
    color,
    labelColor: LABEL_COLOR,
    cacheSeconds: SHIELDS_CACHE_SECONDS,
  };
}
