import type { RawHistory } from "./random-histories.ts";

const dayMs = 86_400_000;

type Tally = Record<string, bigint>;

/** What a day, or all of them together, came to. */
export interface OracleFigures {
  readonly seconds: Readonly<Record<string, number>>;
  readonly uptime: number;
  readonly coverage: number;
}

/** What the product has to say of a history. */
export interface OracleAnswer extends OracleFigures {
  readonly days: readonly (OracleFigures & { readonly date: string })[];
}

/**
 * Works out a history's figures the slow way: cuts the 90 days at every moment at which anything changes, asks the raw
 * history what was in each piece, and adds the pieces up. Shares nothing with the product but the rules on paper.
 */
export function oracleAnswer(history: RawHistory, nowMs: number): OracleAnswer {
  const todayMs = nowMs - (nowMs % dayMs);
  const dates = Array.from({ length: 90 }, (_, index) => todayMs - (89 - index) * dayMs);
  const total = emptyTally();
  const days = dates.map((fromMs) => {
    const tally = emptyTally();
    const toMs = Math.min(fromMs + dayMs, nowMs);
    const cuts = cutsOf(history, fromMs, toMs);
    for (const [index, cutMs] of cuts.entries()) {
      const endMs = cuts[index + 1];
      if (endMs === undefined) break;
      const status = statusAt(history, cutMs);
      tally[status] = (tally[status] ?? 0n) + BigInt(endMs - cutMs);
      total[status] = (total[status] ?? 0n) + BigInt(endMs - cutMs);
    }
    return { date: new Date(fromMs).toISOString().slice(0, 10), ...figuresOf(tally) };
  });
  return { ...figuresOf(total), days };
}

/** The percentages that amounts of time by status amount to, floored as the page floors them. */
export function figuresOf(tally: Readonly<Tally>): OracleFigures {
  const of = (status: string): bigint => tally[status] ?? 0n;
  const length = Object.values(tally).reduce((sum, ms) => sum + ms, 0n);
  const counted = length - of("unknown") - of("under_maintenance");
  const lostTenths = 10n * of("major_outage") + 3n * of("partial_outage");
  return {
    seconds: Object.fromEntries(
      Object.entries(tally).map(([status, ms]) => [status, Number(ms) / 1000]),
    ),
    uptime:
      counted === 0n
        ? 100
        : Number((10_000n * (10n * counted - lostTenths)) / (10n * counted)) / 100,
    coverage: length === 0n ? 0 : Number((1_000_000n * (length - of("unknown"))) / length) / 10_000,
  };
}

export function emptyTally(): Tally {
  return {
    operational: 0n,
    degraded_performance: 0n,
    partial_outage: 0n,
    major_outage: 0n,
    under_maintenance: 0n,
    unknown: 0n,
  };
}

function cutsOf(history: RawHistory, fromMs: number, toMs: number): number[] {
  const moments = [
    fromMs,
    toMs,
    history.startMs,
    history.knownUntilMs,
    ...history.maintenances.flatMap((one) => [one.fromMs, one.toMs]),
    ...history.checks.flatMap(({ intervals }) =>
      intervals.flatMap((one) => [one.fromMs, one.toMs]),
    ),
  ];
  return [...new Set(moments)]
    .filter((atMs) => atMs >= fromMs && atMs <= toMs)
    .sort((a, b) => a - b);
}

/** The rules, as people are told them. */
function statusAt(history: RawHistory, atMs: number): string {
  if (atMs < history.startMs || atMs >= history.knownUntilMs) return "unknown";
  const covers = (one: { fromMs: number; toMs: number }): boolean =>
    one.fromMs <= atMs && atMs < one.toMs;
  if (history.maintenances.some(covers)) return "under_maintenance";
  const said = history.checks.map(({ impact, intervals }) => {
    const verdict = intervals.find(covers)?.verdict;
    if (verdict === undefined) return "unknown";
    if (verdict === "up") return "operational";
    return verdict === "degraded" ? "degraded_performance" : impact;
  });
  const worstFirst = [
    "major_outage",
    "partial_outage",
    "degraded_performance",
    "unknown",
    "operational",
  ];
  return worstFirst.find((status) => said.some((one) => one === status)) ?? "unknown";
}
