import type { JSX } from "preact";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import { STATUS_MARKS } from "#monitor/domain/status-marks.ts";
import { useReader } from "../reader/reader.ts";

/** Defines the marks once; every mark on the page refers to one of them. */
export function StatusMarkShapes(): JSX.Element {
  return (
    <svg class="hidden" aria-hidden="true">
      {Object.entries(STATUS_MARKS).map(([status, path]) => (
        <symbol key={status} id={`mark-${status}`} viewBox="0 0 16 16">
          <circle cx="8" cy="8" r="7.5" />
          <path d={path} />
        </symbol>
      ))}
    </svg>
  );
}

/** Shows a status as a filled circle with a symbol in it; the status in words is beside it. */
export function StatusMark({ status }: { status: Tone }): JSX.Element {
  return (
    <svg class={`mark ${status}`} aria-hidden="true">
      <use href={`#mark-${status}`} />
    </svg>
  );
}

export function StatusWords({ status }: { status: ComponentStatus }): JSX.Element {
  const { texts } = useReader();
  return (
    <span class={`status-words ${status}`}>
      <StatusMark status={status} />
      {texts.component[status]}
    </span>
  );
}

/** Colours that stand out on light and dark tab bars alike. */
const COLOURS: Readonly<Record<Tone, string>> = {
  operational: "#2c9a6b",
  monitoring: "#2c9a6b",
  degraded_performance: "#c08f00",
  partial_outage: "#d9730d",
  major_outage: "#d13b3b",
  under_maintenance: "#3b78d8",
  unknown: "#8b95a1",
};

/** Returns the tab's icon as a data URL: a dot in the status's colour, hollow where nothing is known. */
export function iconOf(status: Tone): string {
  const paint =
    status === "unknown"
      ? `fill="none" stroke="${COLOURS[status]}" stroke-width="3"`
      : `fill="${COLOURS[status]}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" ${paint}/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
