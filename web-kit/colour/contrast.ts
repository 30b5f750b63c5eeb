/** Returns the red, green and blue of a colour `#rrggbb`, 0 to 255. */
export function channelsOf(colour: string): readonly [number, number, number] {
  const channel = (start: number): number => Number.parseInt(colour.slice(start, start + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

/** Returns the relative luminance as defined by WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours as defined by WCAG 2.2, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}
