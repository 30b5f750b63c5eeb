import type { Line, LoadCase } from "../load-case.ts";
import { quantile } from "../../kit/table.ts";
import { judge, type Judgement } from "./judgement.ts";
import { placesFor, type Refused, type Seen, wave } from "./waves.ts";
import { type Work, WORKS } from "./work.ts";

const TIMES = 3;
const LIMITS = {
  slower: 2,
  /** What nobody notices; a machine that does something else for a moment takes as long. */
  unnoticedMs: 50,
  /** Part of those who are refused. */
  wrong: 0.1,
  /** Maximum wait of accepted work before a model begins it. */
  queueMs: 30_000,
};
const ALONE = { long: 12, short: 2 };
const WAVES = { long: 3, short: 1 };

type Ask = () => ReturnType<Work["ask"]>;

/** So many ask to find out how many places the models have. */
const PROBING = 160;

/** The levels that limit places, each with its number of places. */
const LEVELS = [
  {
    name: "an account",
    limitsOf: () => [],
    placesOf: async ({ placesOfAccount }: Work) => placesOfAccount,
    isShortToo: true,
  },
  {
    name: "the models",
    limitsOf: ({ limit }: Work) => [`${limit}=none`, "requests-per-minute=none"],
    placesOf: (_work: Work, ask: Ask) => placesFor(PROBING, ask),
    isShortToo: false,
  },
] as const;

export const overload: LoadCase = {
  name: "three times as many as there is room for",
  promise: `As many as there is room for ask at the same moment, then ${TIMES} times as many; who is refused comes again after Retry-After. Promised is that ${100 - LIMITS.wrong * 100} of 100 are told the right time within a factor of 2, as far as whole seconds can tell: by twice that time they are let in, and it is at most twice what the service needs for those before them, of whom it lets in no more in a second than it has places. And that those who are let in wait no longer than ${LIMITS.slower} times as long as when nobody is refused, median and p95, or ${LIMITS.unnoticedMs} ms; where a model lets them wait for others, no longer than ${LIMITS.queueMs / 1000} s.`,
  headings: [
    "places of",
    "",
    "places",
    "alone, median / p95",
    "all places taken",
    `${TIMES} times as many`,
    "refused",
    "told",
    "right",
    "too short",
    "too long",
  ],
  async run(targets, { isShort }) {
    const service = await targets.service();
    const lines: Line[] = [];
    for (const { name, limitsOf, placesOf, isShortToo } of LEVELS) {
      if (isShort && !isShortToo) continue;
      for (const work of WORKS) {
        const key = await service.newKey(...limitsOf(work));
        const ask = () => work.ask({ url: service.url, key });
        const isQueue = name === "the models" && work.waits;
        // The first one finds nothing compiled.
        await ask();
        const places = await placesOf(work, ask);
        const measured = await measure(ask, places, isShort ? "short" : "long");
        lines.push(lineOf([name, `${work.name}, ${work.until}`], measured, { isShort, isQueue }));
        process.stderr.write(`${lines.at(-1)?.cells.join(", ")}\n`);
      }
    }
    return lines;
  },
};

interface Measured {
  readonly places: number;
  /** Milliseconds that clients waited for what they wait for. */
  readonly alone: readonly number[];
  readonly full: readonly number[];
  readonly over: readonly number[];
  readonly refused: readonly Refused[];
  readonly judgements: readonly Judgement[];
}

async function measure(ask: Ask, places: number, size: "short" | "long"): Promise<Measured> {
  const alone: Seen[] = [];
  for (let at = 0; at < ALONE[size]; at += 1) alone.push(await wave(1, ask));
  const full: Seen[] = [];
  const over: Seen[] = [];
  for (let at = 0; at < WAVES[size]; at += 1) {
    // In turns, so that what else the machine does slows both; and as many of one as of the other.
    for (let time = 0; time < TIMES; time += 1) full.push(await wave(places, ask));
    over.push(await wave(TIMES * places, ask));
  }
  const msOf = (all: readonly Seen[]) =>
    all.flatMap(({ admitted }) => admitted.map(({ ms }) => ms));
  return {
    places,
    alone: msOf(alone),
    full: msOf(full),
    over: msOf(over),
    refused: over.flatMap(({ refused }) => refused),
    judgements: over.flatMap((seen) => seen.refused.map((one) => judge(one, seen, places))),
  };
}

function lineOf(
  names: readonly string[],
  measured: Measured,
  { isShort, isQueue }: { readonly isShort: boolean; readonly isQueue: boolean },
): Line {
  const { places, alone, full, over, judgements, refused } = measured;
  const reportedSeconds = refused.map((one) => one.reportedSeconds);
  const count = (what: Judgement): number => judgements.filter((one) => one === what).length;
  const areAllIn = refused.every(({ admittedAtMs }) => admittedAtMs < Infinity);
  const isRight = count("right") >= (1 - LIMITS.wrong) * judgements.length;
  const isFast = [0.5, 0.95].every((part) => {
    const maxMs = isQueue
      ? LIMITS.queueMs
      : Math.max(LIMITS.unnoticedMs, LIMITS.slower * quantile(full, part));
    return quantile(over, part) <= maxMs;
  });
  return {
    cells: [
      ...names,
      String(places),
      ...[alone, full, over].map(milliseconds),
      String(judgements.length),
      `${Math.min(...reportedSeconds)} to ${Math.max(...reportedSeconds)} s`,
      ...(["right", "too short", "too long"] as const).map((what) => String(count(what))),
    ],
    isKept: areAllIn && (isShort || (isRight && isFast)),
  };
}

function milliseconds(figures: readonly number[]): string {
  return `${quantile(figures, 0.5).toFixed(0)} / ${quantile(figures, 0.95).toFixed(0)} ms`;
}
