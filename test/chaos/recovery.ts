import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "../support/eventually.ts";
import type { Load } from "./load/load.ts";
import { SERVICE_PLACES } from "./places.ts";
import type { System } from "./system/system.ts";

const LOOK_EVERY_MS = 250;
const ANSWER_MS = 2000;
/** The longest period of a check, and the time that its run takes, on a machine that does much else. */
const SETTLED_MS = 240_000;

/** Waits until everything works that did before; returns after how long, or what does not when the time is over. */
export async function recovery(
  system: System,
  load: Load,
  sinceMs: number,
  withinMs: number,
): Promise<{ readonly afterMs: number } | { readonly missing: readonly string[] }> {
  for (;;) {
    const missing = await missingSince(system, load, sinceMs);
    const afterMs = Date.now() - sinceMs;
    if (missing.length === 0) return { afterMs };
    if (afterMs > withinMs) return { missing };
    await sleep(LOOK_EVERY_MS);
  }
}

async function missingSince(system: System, load: Load, sinceMs: number): Promise<string[]> {
  const missing: string[] = [];
  const service = await readiness(system.url);
  const warnings = service?.["warnings"];
  if (!Array.isArray(warnings) || warnings.length > 0) missing.push("the service is not ready");
  const isWhole = Object.values((service?.["models"] ?? {}) as object).every((one) => one === "ok");
  if (!isWhole) missing.push("a model is not ok");
  const status = await readiness(system.statusUrl);
  if (status?.["database"] !== "ok") missing.push("the status API is not ready");
  if ((await lastRunMs(system)) < sinceMs) missing.push("the prober ran no check yet");
  const shown = load.sightings.at(-1);
  if (shown === undefined || shown.dataAtMs < sinceMs) missing.push("the status page is not fresh");
  for (const place of SERVICE_PLACES) {
    const said = shown?.statuses.get(place);
    if (said !== "operational") missing.push(`the page says ${place} is ${said}`);
  }
  for (const client of load.clients) {
    const isServed = load.visits.some(
      (visit) => visit.client === client && visit.fromMs >= sinceMs && visit.fault === undefined,
    );
    if (!isServed) missing.push(`nobody was served at ${client.place} yet`);
  }
  return missing;
}

/**
 * Waits until the last run of every check passed, so that what a check found of one fault is not counted with the next one:
 * of two slots in a row that fail, the component is down.
 */
export async function settled(system: System): Promise<void> {
  const isSettled = async () => {
    const results = samplesOf("probe_success", await metricsOf(system));
    return results.length > 0 && results.every((passed) => passed === 1);
  };
  await eventually("the last run of every check passed", isSettled, SETTLED_MS);
}

/** When the prober began the run that it began last, epoch milliseconds. */
async function lastRunMs(system: System): Promise<number> {
  const runs = samplesOf("probe_last_run_timestamp_seconds", await metricsOf(system));
  return Math.max(-Infinity, ...runs.map((seconds) => seconds * 1000));
}

/** Empty while the prober does not answer. */
function metricsOf({ proberMetricsUrl }: System): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch(proberMetricsUrl, { signal })
    .then((answer) => answer.text())
    .catch(() => "");
}

function samplesOf(name: string, metrics: string): readonly number[] {
  return metrics
    .split("\n")
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => Number(line.slice(line.lastIndexOf(" "))));
}

async function readiness(url: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(new URL("/readyz", url), { signal }).catch(() => undefined);
  return answer?.ok === true
    ? ((await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined)
    : undefined;
}
