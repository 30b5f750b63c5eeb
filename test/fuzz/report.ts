import { markdownTable } from "../kit/table.ts";
import { mebibytes } from "../kit/report.ts";
import type { SurfaceReport } from "./runner.ts";

/** A line for each surface. */
export function reportTable(reports: readonly SurfaceReport[]): string {
  const number = (figure: number): string => figure.toLocaleString("en-US");
  return markdownTable([
    [
      "surface",
      "inputs",
      "accepted",
      "refused",
      "longest hold",
      "with waits",
      "memory grew",
      "faults",
    ],
    ...reports.map((one) => [
      one.surface,
      number(one.inputs),
      number(one.accepted),
      number(one.refused),
      one.longestHold === undefined ? "" : `${one.longestHold.computedMs.toFixed(0)} ms`,
      one.longestHold === undefined ? "" : `${one.longestHold.heldMs.toFixed(0)} ms`,
      one.growthBytes === undefined ? "" : mebibytes(one.growthBytes),
      one.fault === undefined ? "0" : "1",
    ]),
  ]);
}

/** The fault of each surface, with the smallest input that shows it. */
export function faultLines(reports: readonly SurfaceReport[]): string {
  return reports
    .filter(({ fault }) => fault !== undefined)
    .map(({ surface, fault }) => `${surface}: ${fault}`)
    .join("\n");
}
