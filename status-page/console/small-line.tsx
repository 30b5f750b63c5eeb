import type { JSX } from "preact";

const WIDTH = 120;
const HEIGHT = 24;

interface SmallLineProps {
  /** Oldest first; null where nothing was measured, which interrupts the line. */
  readonly values: readonly (number | null)[];
  /** Its accessible description. */
  readonly label: string;
  /** The minimum value of the upper edge, so that small values look small. */
  readonly least: number;
}

/** A sparkline: the course of a value, without axes. */
export function SmallLine({ values, label, least }: SmallLineProps): JSX.Element | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const most = Math.max(least, ...known);
  const place = (value: number, at: number): string => {
    const x = (at / (values.length - 1)) * WIDTH;
    const y = HEIGHT - 1 - (value / most) * (HEIGHT - 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const path = values
    .map((value, at) => {
      if (value === null) return "";
      const isFirst = (values[at - 1] ?? null) === null;
      return `${isFirst ? "M" : "L"}${place(value, at)}`;
    })
    .join("");
  return (
    <svg class="small-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
