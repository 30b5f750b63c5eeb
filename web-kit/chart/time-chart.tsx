import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { type ChartProps, newestIndex, spansAt } from "./chart.ts";
import { chartStepOf } from "./chart-keys.ts";
import { ChartTable, writtenOf } from "./chart-table.tsx";
import { momentAt, Plot, spansWithin } from "./plot.tsx";

/**
 * Draws figures over time, with the values of one moment beside it: of the newest, or of the one at which a mouse, a finger or
 * the arrow keys point. A table shows the same figures. Needs chart.css and the tones `--chart-1` to `--chart-4`.
 */
export function TimeChart(props: ChartProps): JSX.Element {
  const {
    label,
    data,
    formatValue,
    formatMoment,
    drawnAs,
    texts,
    figures = [],
    spans = [],
    marks,
  } = props;
  const [pointed, setPointed] = useState<number | undefined>();
  const newest = newestIndex(data);
  const shown = pointed !== undefined && pointed < data.atMs.length ? pointed : newest;
  const area = useRef<SVGSVGElement>(null);
  const shownAtMs = data.atMs[shown];
  if (shownAtMs === undefined) {
    return (
      <figure class="chart">
        <figcaption class="chart-label">{label}</figcaption>
        <p class="chart-empty quiet">{texts.empty}</p>
      </figure>
    );
  }
  const written = data.series.map(({ label: name, values, tone }, at) => ({
    name,
    tone: tone ?? at + 1,
    value: writtenOf(values[shown], formatValue),
  }));
  const moment = [
    formatMoment(shownAtMs),
    ...(marks?.atMs.includes(shownAtMs) ? [marks.momentLabel] : []),
    ...spansAt(spans, shownAtMs).map(({ label: span }) => span),
  ].join(" · ");
  const pointAt = (event: PointerEvent): void => {
    const { left, width } = area.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    setPointed(momentAt((event.clientX - left) / width, data.atMs, drawnAs));
  };
  return (
    <figure class="chart">
      <figcaption class="chart-head">
        <span class="chart-label">{label}</span>
        <span class="chart-moment quiet">{moment}</span>
        {figures.length > 0 && (
          <ul class="chart-figures">
            {figures.map(({ value, label: name }) => (
              <li key={name}>
                <strong>{value}</strong> {name}
              </li>
            ))}
          </ul>
        )}
        <ChartLegend {...props} series={written} />
      </figcaption>
      <div
        class="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={data.atMs.length - 1}
        aria-valuenow={shown}
        aria-valuetext={`${moment}: ${written.map(({ name, value }) => `${name} ${value}`).join(", ")}`}
        onPointerMove={pointAt}
        onPointerDown={pointAt}
        onPointerLeave={(event) => event.pointerType === "mouse" && setPointed(undefined)}
        onBlur={() => setPointed(undefined)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setPointed(undefined);
          const next = chartStepOf(event, shown, data.atMs.length);
          if (next === undefined) return;
          event.preventDefault();
          setPointed(next);
        }}
      >
        <Plot {...props} pointed={shown === pointed ? pointed : undefined} area={area} />
      </div>
      <ChartTable {...props} />
    </figure>
  );
}

interface ChartLegendProps extends Pick<ChartProps, "data" | "drawnAs" | "spans" | "marks"> {
  readonly series: readonly {
    readonly name: string;
    readonly tone: number;
    readonly value: string;
  }[];
}

function ChartLegend({ series, data: { atMs }, drawnAs, spans = [], marks }: ChartLegendProps) {
  const shaded = spansWithin(spans, atMs[0] ?? 0, atMs.at(-1) ?? 0);
  const kinds = new Map(shaded.map(({ kind, tone }) => [`${kind} ${tone}`, { kind, tone }]));
  return (
    <ul class="chart-legend">
      {series.map(({ name, tone, value }) => (
        <li key={name}>
          <svg class={`chart-swatch ${drawnAs} tone-${tone}`} viewBox="0 0 20 4" aria-hidden="true">
            <path d="M0 2h20" />
          </svg>
          {name} <strong>{value}</strong>
        </li>
      ))}
      {marks !== undefined && marks.atMs.length > 0 && (
        <li>
          <svg class={`chart-swatch marks ${marks.tone}`} viewBox="0 0 10 10" aria-hidden="true">
            <path d="M5 0v10" />
          </svg>
          {marks.label} <strong>{marks.atMs.length}</strong>
        </li>
      )}
      {[...kinds].map(([key, { kind, tone }]) => (
        <li key={key}>
          <svg class={`chart-swatch span ${tone}`} viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" />
            <path d="M0 0h10" />
          </svg>
          {kind}
        </li>
      ))}
    </ul>
  );
}
