import type { JSX } from "preact";

const WIDTH = 100;
const HEIGHT = 24;
/** Space for half of the stroke width above and below. */
const MARGIN = 1;

/** A small line chart of a figure day by day; hidden from screen readers, which read the total beside it. */
export function Sparkline({ values }: { readonly values: readonly number[] }): JSX.Element {
  const max = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = (index / Math.max(values.length - 1, 1)) * WIDTH;
    const y = HEIGHT - MARGIN - (value / max) * (HEIGHT - 2 * MARGIN);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M${points.join("L")}`} />
    </svg>
  );
}
