import type { Reason } from "#monitor/domain/reason.ts";
import { randomOf } from "../status-api/random-histories.ts";

/** A cause of a script: since when each of its components fails for it, and until when, in minutes. */
export interface SeededCause {
  readonly reason: Reason;
  readonly failing: ReadonlyMap<string, readonly Minutes[]>;
}

/** From the first failing minute to the first after it that passes. */
export type Minutes = readonly [fromMinute: number, untilMinute: number];

export const CAUSED_COMPONENTS = ["stt-file", "stt-stream", "tts", "web", "docs", "demo"] as const;

type Id = (typeof CAUSED_COMPONENTS)[number];

/** What may be the cause, and what can fail for it; no two of these have one cause. */
const REASONS: readonly (readonly [Reason, readonly Id[]])[] = [
  ["timeout", CAUSED_COMPONENTS],
  ["silent_audio", ["tts"]],
  ["transcript_mismatch", ["stt-file", "stt-stream"]],
  ["certificate_expired", ["web", "docs", "demo"]],
  ["asset_missing", ["web", "docs", "demo"]],
];

const QUIET_MINUTES = { min: 90, max: 3_000 };
const OUTAGE_MINUTES = { min: 4, max: 40 };
/** Components of a cause begin to fail, and recover, within this time of each other. */
const APART_MINUTES = 2;
/** An outage that comes back does so within the half hour in which it is the same one. */
const BACK_AFTER_MINUTES = { min: 6, max: 20 };

/**
 * Returns the causes of some days, in the order of their beginning, the same for the same seed: some alone, some that come back, some
 * beside another one of other components, and some that become another one of the same components.
 */
export function seededCauses(seed: number, minutes: number): readonly SeededCause[] {
  const random = randomOf(seed);
  const between = ({ min, max }: { readonly min: number; readonly max: number }): number =>
    Math.floor(min + random() * (max - min + 1));
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const someOf = (ids: readonly Id[]): Id[] => {
    const some = ids.filter(() => random() < 0.5);
    return some.length === 0 ? [oneOf(ids)] : some;
  };
  const failing = (ids: readonly Id[], [from, until]: Minutes) =>
    new Map<string, readonly Minutes[]>(
      ids.map((id, index) => {
        const late = index === 0 ? 0 : between({ min: 0, max: APART_MINUTES });
        const early = index === 0 ? 0 : between({ min: 0, max: APART_MINUTES });
        return [id, [[from + late, until - early] as const]] as const;
      }),
    );
  const causes: SeededCause[] = [];
  for (let at = between(QUIET_MINUTES); at < minutes - 120; at += between(QUIET_MINUTES)) {
    const [reason, able] = oneOf(REASONS);
    const ids = someOf(able);
    const until = at + between(OUTAGE_MINUTES) + APART_MINUTES;
    const first = { reason, failing: failing(ids, [at, until]) };
    causes.push(first);
    const others = REASONS.filter(([other]) => other !== reason);
    const kind = oneOf(["alone", "alone", "back", "beside", "becomes"] as const);
    if (kind === "back") {
      const again = until + between(BACK_AFTER_MINUTES);
      for (const [id, times] of failing(ids, [again, again + between(OUTAGE_MINUTES)])) {
        first.failing.set(id, [...first.failing.get(id)!, ...times]);
      }
    }
    if (kind === "beside") {
      const [other, free] = oneOf(
        others.map(([one, its]) => [one, its.filter((id) => !ids.includes(id))] as const),
      );
      if (free.length > 0) {
        const from = between({ min: at + 3, max: until });
        const to = from + between(OUTAGE_MINUTES) + APART_MINUTES;
        causes.push({ reason: other, failing: failing(someOf(free), [from, to]) });
      }
    }
    if (kind === "becomes") {
      const next = others.find(([, its]) => ids.every((id) => its.includes(id)));
      if (next !== undefined) {
        const to = until + between(OUTAGE_MINUTES) + APART_MINUTES;
        for (const id of ids) first.failing.set(id, [[first.failing.get(id)![0]![0], until]]);
        causes.push({ reason: next[0], failing: new Map(ids.map((id) => [id, [[until, to]]])) });
      }
    }
    at = Math.max(
      ...causes.flatMap((cause) => [...cause.failing.values()].flat().map(([, to]) => to)),
    );
  }
  return causes;
}
