import type { ComponentStatus } from "#monitor/domain/component-status.ts";

/** Colours that stand out on light and dark tab bars alike. */
const colours: Readonly<Record<ComponentStatus, string>> = {
  operational: "#2c9a6b",
  degraded_performance: "#c08f00",
  partial_outage: "#d9730d",
  major_outage: "#d13b3b",
  under_maintenance: "#3b78d8",
  unknown: "#8b95a1",
};

/** Returns the tab's icon as a data URL: a dot in the status's colour, hollow where nothing is known. */
export function iconOf(status: ComponentStatus): string {
  const paint =
    status === "unknown"
      ? `fill="none" stroke="${colours[status]}" stroke-width="3"`
      : `fill="${colours[status]}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="6" ${paint}/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
