import type { JSX } from "preact";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import type { StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { fill } from "#web-kit/language/texts.ts";
import { Island, useReader } from "../reader/reader.ts";
import { DayStrip } from "./day-strip.tsx";
import { historyRuns } from "./history-runs.ts";
import { HistoryTable } from "./history-table.tsx";

interface ComponentHistoryProps {
  readonly component: ComponentView;
  /** The incidents that affected the component. */
  readonly incidents: readonly StatusEventView[];
}

/** Shows a component's 90 days as a strip, and its uptime with a table of the days. */
export function ComponentHistory({ component, incidents }: ComponentHistoryProps): JSX.Element {
  const { texts, language } = useReader();
  const { id, name, days } = component;
  const runs = historyRuns(days);
  return (
    <>
      <Island as="div">
        <DayStrip component={component} incidents={incidents} runs={runs} />
      </Island>
      <HistoryTable componentId={id} name={name[language]} runs={runs}>
        <span>{fill(texts.daysAgo, { count: days.length - 1 })}</span>
        <Uptime component={component} />
        <span>{texts.today}</span>
      </HistoryTable>
    </>
  );
}

/** Minimum coverage at which the uptime counts as that of the whole 90 days and needs no remark. */
const FULL_COVERAGE_PERCENT = 99;

/** Shows a component's uptime, and how long it was observed if that is not all of the 90 days. */
function Uptime({ component }: { component: ComponentView }): JSX.Element {
  const { texts, formats } = useReader();
  const { uptimePercent, coveragePercent, observedMs } = component;
  if (observedMs === 0) return <span class="uptime">{texts.uptimeNoData}</span>;
  return (
    <span class="uptime">
      <strong>{fill(texts.uptime, { percent: formats.percent(uptimePercent) })}</strong>
      {coveragePercent < FULL_COVERAGE_PERCENT && (
        <span>{fill(texts.observedFor, { duration: formats.duration(observedMs) })}</span>
      )}
    </span>
  );
}
