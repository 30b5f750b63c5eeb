import type { JSX } from "preact";

const WIDTH = 120;
const HEIGHT = 24;

interface SmallLineProps {
  /** Oldest first; null where nothing was measured, which parts the line. */
  readonly values: readonly (number | null)[];
  /** What it shows, for who does not see it. */
  readonly label: string;
  /** The value at the upper edge at least, so that small ones look small. */
  readonly min: number;
}

/** A line as small as a word: how a value went, without axes. */
export function SmallLine({ values, label, min }: SmallLineProps): JSX.Element | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const most = Math.max(min, ...known);
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
