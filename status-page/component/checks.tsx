import type { JSX } from "preact";
import { TimeChart } from "#web-kit/chart/time-chart.tsx";
import { RangeSwitch } from "#web-kit/chart/range-switch.tsx";
import type { ComponentPageView } from "#status-api/page/page-view-component.ts";
import type {
  CheckFiguresView,
  FigureRange,
  FiguresView,
} from "#status-api/page/page-view-figures.ts";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { componentPath } from "../paths/paths.ts";
import { fill } from "#web-kit/language/texts.ts";
import { dayMs } from "#monitor/domain/uptime.ts";

interface ChecksProps {
  readonly view: ComponentPageView;
  readonly onRange: ((range: FigureRange) => void) | undefined;
}

const minuteSeconds = 60;

const ranges: readonly FigureRange[] = ["24h", "7d", "30d", "90d"];

/** Tells what is checked of a component, how often, and what was measured. */
export function Checks({ view, onRange }: ChecksProps): JSX.Element {
  const texts = useTexts("component");
  const { component, range, measured } = view;
  return (
    <section aria-labelledby="checks">
      <div class="checks-head">
        <h2 id="checks">{texts.checks}</h2>
        {measured !== null && (
          <RangeSwitch
            label={texts.period}
            ranges={ranges.map((id) => ({
              id,
              label: texts.ranges[id],
              href: componentPath(component.id, id),
            }))}
            current={range}
            {...(onRange && { onChoose: onRange })}
          />
        )}
      </div>
      {measured === null && <p class="card quiet empty">{texts.measuredAway}</p>}
      {measured?.checks.length === 0 && <p class="card quiet empty">{texts.noChecks}</p>}
      {measured !== null && measured.checks.length > 0 && (
        <>
          <Measured measured={measured} />
          <p class="quiet">
            {texts.percentiles} {texts[pointNotes[range]]}
          </p>
        </>
      )}
    </section>
  );
}

const pointNotes: Readonly<Record<FigureRange, "hourly" | "sixHourly" | "daily">> = {
  "24h": "hourly",
  "7d": "hourly",
  "30d": "sixHourly",
  "90d": "daily",
};

function Measured({
  measured: { checks, figures },
}: {
  measured: NonNullable<ComponentPageView["measured"]>;
}): JSX.Element {
  const { formats } = useReader();
  const texts = useTexts("component");
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  return (
    <>
      {checks.map(({ id, kind, periodSeconds }) => (
        <Island as="section" key={id} class="card check" aria-label={id}>
          <h3>{kinds[kind] ?? kind}</h3>
          <p class="quiet">
            {periodSeconds === minuteSeconds
              ? texts.everyMinute
              : fill(texts.every, { period: formats.duration(periodSeconds * 1000) })}{" "}
            · <code>{id}</code>
          </p>
          <CheckCharts
            figures={figures}
            found={figures.checks.filter((check) => check.id === id)}
          />
        </Island>
      ))}
    </>
  );
}

type Points = Pick<FiguresView, "fromMs" | "stepMs" | "points">;

interface CheckChartsProps {
  readonly figures: FiguresView;
  /** What the check found, location by location; nothing where it did not run. */
  readonly found: readonly CheckFiguresView[];
}

/** Draws what one check found: how long it took, and where words are compared, how many were wrong. */
function CheckCharts({ figures, found }: CheckChartsProps): JSX.Element {
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
  const data = {
    atMs: Array.from({ length: points }, (_, index) => fromMs + index * stepMs),
    series: series.map(([name, values]) => ({ label: name, values })),
  };
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
