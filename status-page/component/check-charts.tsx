import { DAY_MS } from "#units/time.ts";
import type { JSX } from "preact";
import type { ComponentPageView, DriftView } from "#status-api/page/page-view-component.ts";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { endOf } from "#monitor/domain/status-event.ts";
import type { ChartProps, ChartSpan } from "#web-kit/chart/chart.ts";
import { TimeChart } from "#web-kit/chart/time-chart.tsx";
import { fill } from "#web-kit/language/texts.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { useReader, useTexts } from "../reader/reader.ts";
import {
  type CheckPoints,
  type ComponentTexts,
  pointsOfFigures,
  pointsOfRuns,
} from "./chart-points.ts";

type Measured = NonNullable<ComponentPageView["measured"]>;

interface CheckChartsProps {
  readonly check: Measured["checks"][number];
  readonly measured: Measured;
  readonly view: Pick<ComponentPageView, "statusEvents" | "dataAtMs">;
}

/** Draws the results of one check: its duration and, where words are compared, the share of wrong words. */
export function CheckCharts({ check, measured, view }: CheckChartsProps): JSX.Element {
  const { formats, language } = useReader();
  const texts = useTexts("component");
  const found = pointsOf(measured, check.id, texts);
  const spans = view.statusEvents.map((statusEvent) =>
    spanOf(statusEvent, view.dataAtMs, language, texts),
  );
  if (found.length === 0) {
    const { firstPointDueMs: dueMs } = check;
    const empty =
      dueMs === null ? texts.chart.empty : fill(texts.firstDue, { time: formats.dateTime(dueMs) });
    return <FigureChart label={texts.duration} empty={empty} stepMs={0} data={noData} />;
  }
  return (
    <>
      {found.map(({ location, stepMs, failedMs, duration, wordError }) => {
        const at = (label: string): string =>
          found.length === 1 ? label : fill(texts.at, { label, location });
        const present = measured.present.find(
          (one) => one.id === check.id && one.location === location,
        );
        const durations = present?.durationMs && [
          { value: formats.milliseconds(present.durationMs.p50), label: texts.medianNow },
          { value: formats.milliseconds(present.durationMs.p95), label: texts.p95Now },
        ];
        const wordErrorNow = present?.wordError ?? null;
        const wordErrors = wordErrorNow !== null && [
          { value: formats.share(wordErrorNow), label: texts.meanNow },
        ];
        const drifts = measured.drifts.filter(
          (one) => one.id === check.id && one.location === location,
        );
        const spansOf = (what: DriftView["measured"]) => [
          ...spans,
          ...drifts
            .filter((one) => one.measured === what)
            .map((drift) => spanOfDrift(drift, view.dataAtMs, texts)),
        ];
        return (
          <div key={location} class="check-charts">
            <FigureChart
              {...duration}
              label={at(texts.duration)}
              stepMs={stepMs}
              figures={durations || []}
              spans={spansOf("duration")}
              marks={{
                atMs: failedMs,
                label: texts.failedChecks,
                momentLabel: texts.checkFailed,
                tone: "major_outage",
              }}
            />
            {wordError !== null && (
              <FigureChart
                data={wordError.data}
                tableData={wordError.tableData}
                label={at(wordError.heard ? texts.heardWordError : texts.wordError)}
                stepMs={stepMs}
                isShare
                drawnAs={measured.runs === null ? "lines" : "dots"}
                figures={wordErrors || []}
                spans={spansOf("wordError")}
              />
            )}
          </div>
        );
      })}
    </>
  );
}

const noData = { atMs: [], series: [] };

function pointsOf(
  { runs, figures }: Measured,
  checkId: string,
  texts: ComponentTexts,
): CheckPoints[] {
  const ofRuns = (runs ?? []).filter(({ id }) => id === checkId);
  const ofFigures = (figures?.checks ?? []).filter(({ id }) => id === checkId);
  return [
    ...ofRuns.map((one) => pointsOfRuns(one, texts)),
    ...ofFigures.flatMap((one) => (figures ? [pointsOfFigures(figures, one, texts)] : [])),
  ];
}

/** Returns the shaded span of an incident or maintenance; it ends at `nowMs` while it is ongoing. */
function spanOf(
  statusEvent: StatusEventView,
  nowMs: number,
  language: Language,
  texts: ComponentTexts,
): ChartSpan {
  return {
    fromMs: statusEvent.schedule?.fromMs ?? statusEvent.startedAtMs,
    untilMs: endOf(statusEvent) ?? Math.max(nowMs, statusEvent.startedAtMs),
    label: statusEvent.name[language],
    kind: statusEvent.schedule === null ? texts.incident : texts.maintenance,
    tone: statusEvent.impact,
  };
}

/** Returns the shaded span of a measure that was worse than usual; it ends at `nowMs` while that is ongoing. */
function spanOfDrift(
  { measured, fromMs, toMs }: DriftView,
  nowMs: number,
  texts: ComponentTexts,
): ChartSpan {
  return {
    fromMs,
    untilMs: toMs ?? Math.max(nowMs, fromMs),
    label: texts.worse[measured],
    kind: texts.drift,
    tone: "degraded_performance",
  };
}

interface FigureChartProps extends Pick<
  ChartProps,
  "label" | "data" | "tableData" | "figures" | "spans" | "marks"
> {
  /** The time between two points; a day for daily figures. */
  readonly stepMs: number;
  readonly isShare?: boolean;
  readonly drawnAs?: ChartProps["drawnAs"];
  /** The text shown when nothing was measured, if not the default. */
  readonly empty?: string;
}

function FigureChart(props: FigureChartProps): JSX.Element {
  const { stepMs, isShare = false, drawnAs = "lines", empty, ...drawn } = props;
  const { formats, language } = useReader();
  const { chart } = useTexts("component");
  const isDaily = stepMs === DAY_MS;
  return (
    <TimeChart
      {...drawn}
      drawnAs={drawnAs}
      formatValue={(value) => (isShare ? formats.share(value) : formats.milliseconds(value))}
      formatMoment={(atMs) =>
        isDaily
          ? formats.day(new Date(atMs).toISOString().slice(0, "2026-11-21".length))
          : formats.dateTime(atMs)
      }
      language={language}
      zone={isDaily ? "utc" : formats.zone}
      texts={{ ...chart, empty: empty ?? chart.empty }}
    />
  );
}
