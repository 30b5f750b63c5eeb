import { eventually } from "../support/eventually.ts";
import type { Fault, Outcome } from "./fault.ts";
import type { Load } from "./load/load.ts";
import { describePublished, publicationComplaints, publishedSince } from "./published.ts";
import { recovery, settled } from "./recovery.ts";
import { type Holdings, leftBehind } from "./remains.ts";
import type { System } from "./system/system.ts";

/** A process whose parent died ends soon after it. */
const CLEARED_MS = 15_000;
/** Messages are tried again after a minute. */
const DELIVERED_MS = 75_000;

export interface Arena {
  readonly system: System;
  readonly load: Load;
  /** While all was well. */
  readonly holdings: Holdings;
  /** Maximum time until everything works again. */
  readonly withinMs: number;
}

/** Strikes the system, waits until it works again, and looks at what became of it. */
export async function examine(
  fault: Fault,
  { system, load, holdings, withinMs }: Arena,
  random: () => number,
): Promise<Outcome> {
  const programs = [system.service, system.prober, system.statusApi];
  const restarts = () => programs.reduce((sum, program) => sum + program.restarts, 0);
  const restartsBefore = restarts();
  await settled(system);
  const fromMs = Date.now();
  await fault.strike(system, random);
  const recovered = await recovery(system, load, Date.now(), withinMs);

  const complaints: string[] = [];
  if ("missing" in recovered) complaints.push(...recovered.missing);
  const ended = restarts() - restartsBefore;
  if (ended !== (fault.ends ?? 0)) complaints.push(`${ended} programs ended`);
  const published = publishedSince(load, fromMs);
  complaints.push(
    ...publicationComplaints(load, fromMs, published, fault.isPublishedFor ?? []),
    ...hurtOthers(fault, load, fromMs),
    ...(await load.usageComplaints()),
  );
  let remains: readonly string[] = [];
  const isCleared = async () => (remains = await leftBehind(system, holdings)).length === 0;
  await eventually("nothing is left behind", isCleared, CLEARED_MS).catch(() =>
    complaints.push(...remains),
  );
  const { acknowledged, lost, double } = await load.ledger.audit(DELIVERED_MS);
  complaints.push(...lost.map((one) => `lost: ${one}`), ...double.map((one) => `double: ${one}`));
  const visits = load.visits.filter(({ toMs }) => toMs >= fromMs);
  return {
    name: fault.name,
    hits: fault.hits,
    recoveredAfterMs: "afterMs" in recovered ? recovered.afterMs : undefined,
    acknowledged,
    lost: lost.length,
    double: double.length,
    failed: visits.filter((visit) => visit.fault !== undefined).length,
    visits: visits.length,
    published: describePublished(published),
    complaints,
  };
}

/** Says whose visits failed though the fault is none of theirs. */
function hurtOthers({ hurts }: Fault, { visits }: Load, fromMs: number): readonly string[] {
  const failed = visits.filter(
    ({ place, toMs, fault }) => toMs >= fromMs && fault !== undefined && !hurts.includes(place),
  );
  return [...Map.groupBy(failed, ({ place }) => place)].map(
    ([place, of]) => `${of.length} failed at ${place}: ${of[0]?.fault}`,
  );
}
