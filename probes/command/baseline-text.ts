import type { CheckBaseline } from "../monitor-file/baseline-document.ts";
import { limitsOfGroup, slowAfterOf } from "../monitor-file/baseline-limits.ts";
import { kinds } from "../kinds/kinds.ts";

const RULE =
  "A limit is six deviations (median distance × 1.48) above the median, and more than the worst run by two words, six characters, or half its time (half a second at least).";

/** Formats a baseline for a terminal: its figures, and the limits that follow from them, as lines of monitor.yaml. */
export function baselineText({ check_id, kind: name, groups }: CheckBaseline): string {
  const kind = kinds[name];
  if (kind === undefined) throw new Error(`no kind ${name}`);
  const tables = groups.flatMap(({ clip, measures }) => [
    clip === null ? `${check_id} (${name}), all runs` : `clip ${clip}`,
    `  ${"".padEnd(30)}${["runs", "median", "p95", "worst"].map((word) => word.padStart(9)).join("")}`,
    ...Object.entries(measures).map(
      ([measure, { runs, median, p95, worst }]) =>
        `  ${measure.padEnd(30)}${String(runs).padStart(9)}${[median, p95, worst].map((value) => value.toFixed(3).padStart(9)).join("")}`,
    ),
  ]);
  const [all, ...clips] = groups;
  const slowAfter = all && slowAfterOf(all);
  const ofClips = clips.length > 1 ? clips : [];
  const lines = [
    ...(slowAfter === undefined ? [] : [`slow_after_seconds: ${slowAfter} # degraded`]),
    ...(all === undefined ? [] : yamlOf(limitsOfGroup(kind, all))),
    ...ofClips.flatMap((group) => [
      `# at the clip ${group.clip}:`,
      ...yamlOf(limitsOfGroup(kind, group)),
    ]),
  ];
  return [...tables, "", RULE, "Limits, as lines of the check in monitor.yaml:", "", ...lines].join(
    "\n",
  );
}

/** Formats limits as lines of YAML; for `/heard_by/max_word_error_ratio` the line says that it belongs in `heard_by`. */
function yamlOf(limits: ReadonlyMap<string, number>): string[] {
  return [...limits].map(([pointer, limit]) => {
    const keys = pointer.split("/").slice(1);
    const inside = keys.length > 1 ? `, in ${keys.slice(0, -1).join(".")}` : "";
    return `${keys.at(-1)}: ${limit} # failed${inside}`;
  });
}
