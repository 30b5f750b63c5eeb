import type { JSX } from "preact";
import { TimeChart } from "#web-kit/chart/time-chart.tsx";
import type { Product, UsageView } from "../frame/content.ts";
import { day, durationUnit, inUnit, number, SECONDS_IN } from "../frame/formats.tsx";
import { Island, type Reader, useReader } from "../frame/reader.ts";
import { daysOf, groupsOf, OTHERS, type RowGroup, series, type Total } from "./sums.ts";

type UsageChartsProps = Pick<UsageView, "rows" | "days" | "by" | "keys">;

const FIGURES = ["audioSeconds", "characters", "requests"] as const satisfies (keyof Total)[];
/** The number of tones that a chart has. */
const MAX_GROUPS = 4;

/** Shows daily usage: a chart for each unit, with bars stacked by product or key. */
export function UsageCharts({ rows, days, by, keys }: UsageChartsProps): JSX.Element {
  const groups = groupsOf(rows, by === "key" ? "keyId" : "product", MAX_GROUPS);
  const shownDays = daysOf(days);
  return (
    <div class="charts">
      {FIGURES.filter((figure) => rows.some((row) => row[figure] > 0)).map((figure) => (
        <Island as="div" key={figure} class="card">
          <UsageChart figure={figure} groups={groups} days={shownDays} keys={keys} />
        </Island>
      ))}
    </div>
  );
}

interface UsageChartProps extends Pick<UsageView, "keys"> {
  readonly figure: keyof Total;
  /** The groups, which are the same for every figure, so that each keeps its tone. */
  readonly groups: readonly RowGroup[];
  readonly days: readonly string[];
}

function UsageChart({ figure, groups, days, keys }: UsageChartProps) {
  const reader = useReader();
  const { usage, language } = reader.texts;
  const unit = unitOf(reader, figure, groups, days);
  const data = {
    atMs: days.map((isoDay) => Date.parse(isoDay)),
    series: groups
      .map(({ id, rows }, at) => ({
        label: groupName(reader, id, keys),
        tone: at + 1,
        values: series(rows, days, figure).map((value) => value / unit.size),
      }))
      .filter(({ values }) => values.some((value) => value > 0)),
  };
  return (
    <TimeChart
      label={usage.chart[figure]}
      data={data}
      formatValue={unit.write}
      formatMoment={(atMs) => day(reader, new Date(atMs).toISOString())}
      drawnAs="bars"
      language={language}
      zone="utc"
      texts={{ table: usage.table, moment: usage.day, empty: usage.empty }}
    />
  );
}

/** Returns the unit in which a chart shows a figure, chosen by its busiest day. */
function unitOf(
  reader: Reader,
  figure: keyof Total,
  groups: readonly RowGroup[],
  days: readonly string[],
): { readonly size: number; readonly write: (amount: number) => string } {
  if (figure !== "audioSeconds") return { size: 1, write: (amount) => number(reader, amount) };
  const ofDays = series(
    groups.flatMap(({ rows }) => rows),
    days,
    figure,
  );
  const unit = durationUnit(Math.max(...ofDays));
  return { size: SECONDS_IN[unit], write: (amount) => inUnit(reader, unit, amount, 2) };
}

function groupName({ texts }: Reader, id: string, keys: UsageView["keys"]): string {
  const { products, dashboard, others } = texts.usage;
  if (id === OTHERS) return others;
  if (Object.hasOwn(products, id)) return products[id as Product];
  return keys.find((key) => key.id === id)?.name ?? dashboard;
}
