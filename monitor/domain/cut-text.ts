const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Longer graphemes are stacks of combining marks on one letter, which may be split. */
const MAX_CHARACTER_LENGTH = 64;

/**
 * Cuts a text between two graphemes to at most `length` UTF-16 units, including the final ellipsis. If `written` makes the text
 * longer, for example by escaping, its result has to fit; the unescaped text is returned.
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
    // No character is written with more units than MAX_WRITTEN, so this removes little more than necessary.
    room -= Math.max(1, Math.floor(over / MAX_WRITTEN));
  }
}

/** The most units that escaping makes of one: `&` becomes `&amp;`. */
const MAX_WRITTEN = 5;

/** Returns the end of the last whole character within the first `length` units. */
function wholeUpTo(text: string, length: number): number {
  if (length <= 0) return 0;
  // Text far before the cut does not affect grapheme boundaries there.
  const from = Math.max(0, length - MAX_CHARACTER_LENGTH);
  const found = characters.segment(text.slice(from, length + MAX_CHARACTER_LENGTH));
  const begins = from + (found.containing(length - from)?.index ?? 0);
  if (begins > from) return begins;
  return isTail(text.charCodeAt(length)) ? length - 1 : length;
}

/** Returns whether a unit is a low surrogate, the second half of a character of two units. */
function isTail(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
