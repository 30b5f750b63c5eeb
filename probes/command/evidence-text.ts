import { differencesOf, type Evidence } from "../evidence/evidence.ts";
import type {
  EvidenceFacts,
  ListedEvidence,
  WholeEvidence,
} from "#monitor/domain/evidence-document.ts";
import { markDifferences } from "#word-errors/text-differences.ts";
import { verdictText } from "./observation-text.ts";

const NOTHING = "-";
const PHASE_NAMES = ["dns", "connect", "tls", "first_byte", "transfer"] as const;

/** Formats a list of evidence, one line each. */
export function evidenceListText(list: readonly ListedEvidence[]): string {
  if (list.length === 0) return "Nothing is kept: no speech check has run, or none of that name.";
  return list
    .map(({ id, check_id, location, slot, attempt, result, reason }) =>
      [id, slot, location, check_id, `attempt ${attempt}`, verdictText(result, reason)].join("  "),
    )
    .join("\n");
}

/** Formats a kept run and its repetition side by side, and their texts below each other. */
export function replayText(kept: WholeEvidence, now: Evidence): string {
  const { id, check_id, location, slot, attempt, facts } = kept;
  const rows = [
    ["", "then", "now"],
    ["result", verdictText(kept.result, kept.reason), verdictText(now.result, now.reason)],
    ...rowsOf(summary(facts), summary(now.facts)),
    ...rowsOf(phaseFigures(facts), phaseFigures(now.facts)),
    ...rowsOf(figures(facts.measures, 3), figures(now.facts.measures, 3)),
  ];
  return [
    `${check_id} (${facts.kind}), evidence ${id}: slot ${slot} at ${location}, attempt ${attempt}`,
    ...table(rows),
    `  message then  ${facts.message ?? NOTHING}`,
    `  message now   ${now.facts.message ?? NOTHING}`,
    ...(facts.clip === undefined ? [] : [`  clip          ${facts.clip}`]),
    `  said          ${facts.input_text}`,
    `  heard then    ${heardText(facts)}`,
    `  heard now     ${heardText(now.facts)}`,
  ].join("\n");
}

type Figures = Readonly<Record<string, string>>;

function summary({ duration_ms, exchanges, versions }: EvidenceFacts): Figures {
  const said = (pick: (exchange: EvidenceFacts["exchanges"][number]) => string | number | null) =>
    exchanges.map((exchange) => pick(exchange) ?? NOTHING).join(" ") || NOTHING;
  return {
    took: `${duration_ms.toFixed(0)} ms`,
    status: said(({ status }) => status),
    request: said(({ request_id }) => request_id),
    server: said(({ server }) => server),
    "close code": said(({ close_code }) => close_code),
    prober: `${versions.prober}, Node ${versions.node}`,
  };
}

/** In the order in which they happen. */
function phaseFigures({ phases }: EvidenceFacts): Figures {
  const inOrder = PHASE_NAMES.flatMap((name) => {
    const durationMs = phases[name];
    return durationMs === undefined ? [] : [[name, durationMs] as const];
  });
  return figures(Object.fromEntries(inOrder), 1, " ms");
}

function figures(values: Readonly<Record<string, number>>, digits: number, unit = ""): Figures {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, `${value.toFixed(digits)}${unit}`]),
  );
}

/** Returns one row for each figure that either run has. */
function rowsOf(then: Figures, now: Figures): string[][] {
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].map((name) => [
    name,
    then[name] ?? NOTHING,
    now[name] ?? NOTHING,
  ]);
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd(),
  );
}

function heardText({ texts }: EvidenceFacts): string {
  const differences = differencesOf(texts);
  return differences === null ? (texts["heard"] ?? NOTHING) : markDifferences(differences);
}
