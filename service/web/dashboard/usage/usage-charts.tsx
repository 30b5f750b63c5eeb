import type { JSX } from "preact";
import { TimeChart } from "#web-kit/chart/time-chart.tsx";
import type { Product, UsageView } from "../frame/content.ts";
import { day, duration, DURATION_STEPS, number } from "../frame/formats.tsx";
import { Island, useReader } from "../frame/reader.ts";
import { daysOf, series, type Total } from "./sums.ts";

type UsageChartsProps = Pick<UsageView, "rows" | "days">;

/** What was used day by day: a chart for each product that was used, and one of all requests. */
export function UsageCharts(props: UsageChartsProps): JSX.Element {
  const { products, chart } = useReader().texts.usage;
  const used = (Object.keys(products) as Product[]).filter((product) =>
    props.rows.some((row) => row.product === product),
  );
  return (
    <div class="charts">
      {used.map((product) => (
        <Island as="div" key={product} class="card">
          <UsageChart
            {...props}
            label={chart[product]}
            products={[product]}
            figure={product === "speech" ? "characters" : "audioSeconds"}
          />
        </Island>
      ))}
      <Island as="div" class="card">
        <UsageChart {...props} label={chart.requests} products={used} figure="requests" />
      </Island>
    </div>
  );
}

interface UsageChartProps extends UsageChartsProps {
  readonly label: string;
  readonly products: readonly Product[];
  readonly figure: keyof Total;
}

function UsageChart({ rows, days, label, products, figure }: UsageChartProps) {
  const reader = useReader();
  const { usage, language } = reader.texts;
  const isAudio = figure === "audioSeconds";
  const shownDays = daysOf(days);
  const data = {
    atMs: shownDays.map((isoDay) => Date.parse(isoDay)),
    series: products.map((product) => ({
      label: usage.products[product],
      values: series(rows, shownDays, product, figure),
    })),
  };
  return (
    <TimeChart
      label={label}
      data={data}
      formatValue={(value) => (isAudio ? duration(reader, value) : number(reader, value))}
      valueSteps={isAudio ? DURATION_STEPS : undefined}
      formatMoment={(atMs) => day(reader, new Date(atMs).toISOString())}
      drawnAs={products.length === 1 ? "bars" : "lines"}
      language={language}
      zone="utc"
      texts={{ table: usage.table, moment: usage.day, empty: usage.empty }}
    />
  );
}
