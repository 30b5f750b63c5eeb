const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Longer ones are heaps of marks on one letter, which may be parted. */
const MAX_CHARACTER_LENGTH = 64;

/**
 * Cuts a text to a length, in UTF-16 units and with the sign of omission, between two characters as people see them. Where
 * `written` makes it longer, as by escaping, it is what comes of that which has to fit; the text itself is returned.
 */
export function cutText(
  text: string,
  length: number,
  written: (text: string) => string = (same) => same,
): string {
  if (written(text).length <= length) return text;
  let room = Math.min(text.length, length) - 1;
  for (;;) {
    const kept = `${text.slice(0, wholeUpTo(text, room))}…`;
    const over = written(kept).length - length;
    if (over <= 0 || room <= 0) return kept;
    // No character is written with more than this many, so that nothing is left out that would fit by much.
    room -= Math.max(1, Math.floor(over / MOST_WRITTEN));
  }
}

/** `&` becomes `&amp;`. */
const MOST_WRITTEN = 5;

/** Returns the end of the last whole character within the first `length` units. */
function wholeUpTo(text: string, length: number): number {
  if (length <= 0) return 0;
  // What stands well before it decides nothing.
  const from = Math.max(0, length - MAX_CHARACTER_LENGTH);
  const found = characters.segment(text.slice(from, length + MAX_CHARACTER_LENGTH));
  const begins = from + (found.containing(length - from)?.index ?? 0);
  if (begins > from) return begins;
  return isTail(text.charCodeAt(length)) ? length - 1 : length;
}

/** Whether it is the second half of a character that takes two units. */
function isTail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
