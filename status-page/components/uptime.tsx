import type { JSX } from "preact";
import type { ComponentView } from "#status-api/page/page-view-component.ts";
import { useReader } from "../reader/reader.ts";
import { fill } from "#web-kit/language/texts.ts";

/** Above this coverage the uptime figure stands for the whole 90 days, and needs no remark. */
const fullCoveragePercent = 99;

/** Shows a component's uptime, and how long it was observed where that is not all of the 90 days. */
export function Uptime({ component }: { component: ComponentView }): JSX.Element {
  const { texts, formats } = useReader();
  const { uptimePercent, coveragePercent, observedMs } = component;
  if (observedMs === 0) return <span class="uptime">{texts.uptimeNoData}</span>;
  return (
    <span class="uptime">
      <strong>{fill(texts.uptime, { percent: formats.percent(uptimePercent) })}</strong>
      {coveragePercent < fullCoveragePercent && (
        <span>{fill(texts.observedFor, { duration: formats.duration(observedMs) })}</span>
      )}
    </span>
  );
}
