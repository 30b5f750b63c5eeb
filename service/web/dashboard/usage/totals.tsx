import type { JSX } from "preact";
import type { DayRange, UsageRow } from "../frame/content.ts";
import { duration, number } from "../frame/formats.tsx";
import { useReader } from "../frame/reader.ts";
import { Sparkline } from "./sparkline.tsx";
import { daysOf, series, totalOf } from "./sums.ts";

interface TotalsProps {
  readonly rows: readonly UsageRow[];
  /** The days that the sparklines cover; without it none are drawn. */
  readonly days?: DayRange;
}

/** Shows the total usage: audio, characters, requests. */
export function Totals({ rows, days }: TotalsProps): JSX.Element {
  const reader = useReader();
  const { usage } = reader.texts;
  const total = totalOf(rows);
  const figures = [
    ["audioSeconds", usage.audio, duration(reader, total.audioSeconds)],
    ["characters", usage.characters, number(reader, total.characters)],
    ["requests", usage.requests, number(reader, total.requests)],
  ] as const;
  const shownDays = days && daysOf(days);
  return (
    <dl class="figures">
      {figures.map(([figure, name, value]) => (
        <div key={figure} class="figure card">
          <dt class="quiet">{name}</dt>
          <dd>{value}</dd>
          {shownDays !== undefined && (
            <dd class="figure-line">
              <Sparkline values={series(rows, shownDays, figure)} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
