import type { JSX, Ref } from "preact";
import { type ChartProps, type ChartSpan, drawnValues, isolatedIndexes, isValue } from "./chart.ts";
import { timeTicks, valueTicks } from "./ticks.ts";

/** A chart of at least one moment. */
interface PlotProps extends ChartProps {
  /** The index of the moment that is marked. */
  readonly pointed: number | undefined;
  /** Receives the element that is as wide as the time axis. */
  readonly area: Ref<SVGSVGElement>;
}

/** The size of the drawn area in its own units; it is stretched to the size of its element. */
const SIZE = 1000;
/** Lines with more points are drawn thin. */
const MAX_WIDE_POINTS = 300;
/** The minimum width of a span in units of the drawn area, so that minutes are visible in months. */
const MIN_SPAN = 3;
/** The height of a mark on the time axis, in units of the drawn area. */
const MARK_HEIGHT = 60;
/** The width of a bar as a share of its time step. */
const BAR_SHARE = 0.7;

/** Draws figures over time with a time axis and a value axis; hidden from screen readers. */
export function Plot(props: PlotProps): JSX.Element {
  const { data, drawnAs, formatValue, language, zone, pointed, area } = props;
  const { spans = [], marks } = props;
  const { fromMs, untilMs } = spanOf(data.atMs, drawnAs);
  const shareOf = (atMs: number): number => (atMs - fromMs) / (untilMs - fromMs);
  const drawn = drawnValues(data, drawnAs);
  const max = Math.max(...drawn.flat().map(({ to }) => to ?? 0));
  const levels = valueTicks(max > 0 ? max : 1, formatValue);
  const heightOf = (value: number): number => value / (levels.at(-1) ?? 1);
  const xOf = (index: number): number => Math.round(shareOf(data.atMs[index] ?? 0) * SIZE);
  const yOf = (value: number): number => Math.round((1 - heightOf(value)) * SIZE);
  const isDense = data.atMs.length > MAX_WIDE_POINTS;
  const dotAt = (index: number, value: number | null | undefined): string =>
    isValue(value) ? `M${xOf(index)} ${yOf(value)}h0` : "";
  return (
    <>
      <div class="chart-values" aria-hidden="true">
        {levels.map((level) => (
          <span key={level}>{formatValue(level)}</span>
        ))}
      </div>
      <svg
        ref={area}
        class={isDense ? "chart-area dense" : "chart-area"}
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {spansWithin(spans, fromMs, untilMs).map((span) => {
          const x = Math.round(shareOf(Math.max(span.fromMs, fromMs)) * SIZE);
          const right = Math.round(shareOf(Math.min(span.untilMs, untilMs)) * SIZE);
          const width = Math.max(right - x, MIN_SPAN);
          return (
            <g key={`${span.fromMs} ${span.label}`} class={`span ${span.tone}`}>
              <rect x={x} width={width} height={SIZE} />
              <path d={`M${x} 0h${width}`} />
            </g>
          );
        })}
        <path class="grid" d={levels.map((level) => `M0 ${yOf(level)}h${SIZE}`).join("")} />
        {marks !== undefined && (
          <path
            class={`marks ${marks.tone}`}
            d={marks.atMs
              .map((atMs) => `M${Math.round(shareOf(atMs) * SIZE)} ${SIZE}v-${MARK_HEIGHT}`)
              .join("")}
          />
        )}
        {pointed !== undefined && <path class="cursor" d={`M${xOf(pointed)} 0v${SIZE}`} />}
        {data.series.map(({ label, values, tone }, at) => (
          <g key={label} class={`tone-${tone ?? at + 1}`}>
            {drawnAs === "bars" ? (
              <path
                class="bars"
                stroke-width={(BAR_SHARE * SIZE) / values.length}
                d={drawn[at]
                  ?.map(({ from, to }, index) =>
                    isValue(to) && to > from ? `M${xOf(index)} ${yOf(from)}V${yOf(to)}` : "",
                  )
                  .join("")}
              />
            ) : (
              <>
                {drawnAs === "lines" && <path d={linePath(values, xOf, yOf)} />}
                <path
                  class="dots"
                  d={(drawnAs === "dots" ? [...values.keys()] : isolatedIndexes(values))
                    .map((index) => dotAt(index, values[index]))
                    .join("")}
                />
              </>
            )}
            {pointed !== undefined && (
              <path class="dots pointed" d={dotAt(pointed, drawn[at]?.[pointed]?.to)} />
            )}
          </g>
        ))}
      </svg>
      <svg class="chart-moments" aria-hidden="true">
        {timeTicks(fromMs, untilMs, { language, zone }).map(({ atMs, label }) => (
          <text key={atMs} x={`${(shareOf(atMs) * 100).toFixed(2)}%`} y="1em">
            {label}
          </text>
        ))}
      </svg>
    </>
  );
}

/** Returns the index of the moment nearest to a place on the time axis, from 0 to 1. */
export function momentAt(
  share: number,
  atMs: readonly number[],
  drawnAs: ChartProps["drawnAs"],
): number {
  const { fromMs, untilMs } = spanOf(atMs, drawnAs);
  const pointedMs = fromMs + share * (untilMs - fromMs);
  return atMs.findIndex((one, index) => pointedMs < (one + (atMs[index + 1] ?? Infinity)) / 2);
}

/**
 * Returns the span of the time axis: from the first moment to the last; bars, and a single moment, get half a step on either
 * side.
 */
function spanOf(atMs: readonly number[], drawnAs: ChartProps["drawnAs"]) {
  const first = atMs[0] ?? 0;
  const last = atMs.at(-1) ?? first;
  const stepMs = (atMs[1] ?? first + 1) - first;
  const aroundMs = drawnAs === "bars" || first === last ? stepMs / 2 : 0;
  return { fromMs: first - aroundMs, untilMs: last + aroundMs };
}

/** Returns the spans that overlap the time between two moments. */
export function spansWithin(
  spans: readonly ChartSpan[],
  fromMs: number,
  untilMs: number,
): readonly ChartSpan[] {
  return spans.filter((span) => span.fromMs < untilMs && span.untilMs > fromMs);
}

/** Returns the path of a line through values by their places, with a gap at each null. */
export function linePath(
  values: readonly (number | null)[],
  xOf: (index: number) => number | string,
  yOf: (value: number) => number | string,
): string {
  return values
    .map((value, index) =>
      value === null ? "" : `${isValue(values[index - 1]) ? "L" : "M"}${xOf(index)} ${yOf(value)}`,
    )
    .join("");
}
