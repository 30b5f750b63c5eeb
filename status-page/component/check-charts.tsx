import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ChartData } from "#web-kit/chart/chart.ts";
import { TimeChart } from "#web-kit/chart/time-chart.tsx";
import type { CheckFiguresView, FiguresView } from "#status-api/page/page-view-figures.ts";
import { useReader, useTexts } from "../reader/reader.ts";
import { fill } from "#web-kit/language/texts.ts";

const dayMs = 86_400_000;

type Points = Pick<FiguresView, "fromMs" | "stepMs" | "points">;

interface CheckChartsProps {
  readonly figures: FiguresView;
  /** What the check found, location by location; nothing where it did not run. */
  readonly found: readonly CheckFiguresView[];
}

/** Draws what one check found: how long it took, and where words are compared, how many were wrong. */
export function CheckCharts({ figures, found }: CheckChartsProps): JSX.Element {
  const texts = useTexts("component");
  const nothing = { fromMs: 0, stepMs: figures.stepMs, points: 0 };
  if (found.length === 0) return <PointChart label={texts.duration} points={nothing} series={[]} />;
  return (
    <>
      {found.map(({ location, durationMs, wordError }) => {
        const at = (label: string): string =>
          found.length === 1 ? label : fill(texts.at, { label, location });
        return (
          <div key={location} class="check-charts">
            <PointChart
              label={at(texts.duration)}
              points={figures}
              series={[
                ["p50", durationMs.p50],
                ["p95", durationMs.p95],
                ["p99", durationMs.p99],
              ]}
            />
            {wordError !== null && (
              <PointChart
                label={at(wordError.heard ? texts.heardWordError : texts.wordError)}
                points={figures}
                isShare
                series={[
                  [texts.mean, wordError.mean],
                  [texts.worst, wordError.max],
                ]}
              />
            )}
          </div>
        );
      })}
    </>
  );
}

function PointChart({
  label,
  points: { fromMs, stepMs, points },
  series,
  isShare = false,
}: {
  label: string;
  points: Points;
  series: readonly (readonly [label: string, values: readonly (number | null)[]])[];
  isShare?: boolean;
}): JSX.Element {
  const { formats, language } = useReader();
  const isDaily = stepMs === dayMs;
  const data = useMemo(
    (): ChartData => ({
      atMs: Array.from({ length: points }, (_, index) => fromMs + index * stepMs),
      series: series.map(([name, values]) => ({ label: name, values })),
    }),
    [fromMs, stepMs, points, ...series.flat()],
  );
  return (
    <TimeChart
      label={label}
      data={data}
      drawnAs="lines"
      formatValue={(value) => (isShare ? formats.share(value) : formats.milliseconds(value))}
      formatMoment={(atMs) =>
        isDaily
          ? formats.day(new Date(atMs).toISOString().slice(0, "2026-11-21".length))
          : formats.dateTime(atMs)
      }
      language={language}
      zone={isDaily ? "utc" : formats.zone}
      texts={useTexts("component").chart}
    />
  );
}
