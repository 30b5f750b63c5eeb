import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ChartData } from "#web-kit/chart/chart-data.ts";
import { TimeChart } from "#web-kit/chart/time-chart.tsx";
import type { Product, UsageRow, UsageView } from "../frame/content.ts";
import { day, duration, DURATION_STEPS, number } from "../frame/formats.ts";
import { Island, useReader } from "../frame/reader.ts";
import { daysOf, series } from "./sums.ts";

type UsageChartsProps = Pick<UsageView, "rows" | "days">;

/** What was used day by day: a chart for each product that was used, and one of all requests. */
export function UsageCharts(props: UsageChartsProps): JSX.Element {
  const { rows } = props;
  const { products } = useReader().texts.usage;
  const used = (Object.keys(products) as Product[]).filter((product) =>
    rows.some((row) => row.product === product),
  );
  return (
    <div class="charts">
      {used.map((product) => (
        <Island as="div" key={product} class="card">
          <ProductChart {...props} product={product} />
        </Island>
      ))}
      <Island as="div" class="card">
        <RequestsChart {...props} used={used} />
      </Island>
    </div>
  );
}

function ProductChart({ product, rows, days }: UsageChartsProps & { readonly product: Product }) {
  const reader = useReader();
  const { usage } = reader.texts;
  const isSpeech = product === "speech";
  const data = useMemo(
    () =>
      chartData(
        days,
        [[usage.products[product], product, isSpeech ? charactersOf : secondsOf]],
        rows,
      ),
    [rows, days, usage, product],
  );
  const formatValue = (value: number) =>
    isSpeech ? number(reader, value) : duration(reader, value);
  return (
    <Chart
      label={usage.chart[product]}
      data={data}
      formatValue={formatValue}
      {...(!isSpeech && { valueSteps: DURATION_STEPS })}
      drawnAs="bars"
    />
  );
}

function RequestsChart({
  used,
  rows,
  days,
}: UsageChartsProps & { readonly used: readonly Product[] }) {
  const reader = useReader();
  const { usage } = reader.texts;
  const data = useMemo(
    () =>
      chartData(
        days,
        used.map((product) => [usage.products[product], product, requestsOf]),
        rows,
      ),
    [rows, days, usage],
  );
  return (
    <Chart
      label={usage.chart.requests}
      data={data}
      formatValue={(count) => number(reader, count)}
      drawnAs={used.length === 1 ? "bars" : "lines"}
    />
  );
}

interface ChartProps {
  readonly label: string;
  readonly data: ChartData;
  readonly formatValue: (value: number) => string;
  readonly valueSteps?: readonly number[];
  readonly drawnAs: "bars" | "lines";
}

function Chart({ label, data, drawnAs, ...values }: ChartProps) {
  const reader = useReader();
  const { usage } = reader.texts;
  return (
    <TimeChart
      label={label}
      data={data}
      {...values}
      formatMoment={(atMs) => day(reader, new Date(atMs).toISOString())}
      drawnAs={drawnAs}
      language={reader.language}
      zone="utc"
      texts={{ table: usage.table, moment: usage.day, empty: usage.empty }}
    />
  );
}

type Line = readonly [label: string, product: Product, figure: (row: UsageRow) => number];

function chartData(
  range: UsageView["days"],
  lines: readonly Line[],
  rows: readonly UsageRow[],
): ChartData {
  const days = daysOf(range);
  return {
    atMs: days.map((isoDay) => Date.parse(`${isoDay}T00:00:00Z`)),
    series: lines.map(([label, product, figure]) => ({
      label,
      values: series(rows, days, product, figure),
    })),
  };
}

const requestsOf = ({ requests }: UsageRow) => requests;
const secondsOf = ({ audioSeconds }: UsageRow) => audioSeconds;
const charactersOf = ({ characters }: UsageRow) => characters;
