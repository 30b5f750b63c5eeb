/** Returns the unicode-range of the only `@font-face` of a style. */
export function unicodeRangeOf(css: string): string {
  const range = /unicode-range:([^;]+);/.exec(css)?.[1];
  if (range === undefined) throw new Error("the style has no unicode-range");
  return range;
}

/** Returns all characters of a unicode-range like `U+20-7E, U+20AC`. */
export function charactersOf(unicodeRange: string): string {
  return unicodeRange
    .split(",")
    .map((part) => {
      const [, first = "", last = first] = /^\s*U\+([\dA-F]+)(?:-([\dA-F]+))?\s*$/.exec(part) ?? [];
      if (first === "") throw new Error(`"${part}" is no part of a unicode-range`);
      const from = Number.parseInt(first, 16);
      const count = Number.parseInt(last, 16) - from + 1;
      return Array.from({ length: count }, (_, index) => String.fromCodePoint(from + index));
    })
    .flat()
    .join("");
}
