import { setTimeout as sleep } from "node:timers/promises";
import type { Load } from "./load/load.ts";
import { SERVICE_PLACES } from "./places.ts";
import type { System } from "./system/system.ts";

const LOOK_EVERY_MS = 250;
const ANSWER_MS = 2000;

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

/** When the prober began the run that it began last, epoch milliseconds. */
async function lastRunMs({ proberMetricsUrl }: System): Promise<number> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const metrics = await fetch(proberMetricsUrl, { signal })
    .then((answer) => answer.text())
    .catch(() => "");
  const runs = metrics.matchAll(/^probe_last_run_timestamp_seconds\{.*\} (\S+)$/gm);
  return Math.max(-Infinity, ...Array.from(runs, ([, seconds]) => Number(seconds) * 1000));
}

async function readiness(url: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(new URL("/readyz", url), { signal }).catch(() => undefined);
  return answer?.ok === true
    ? ((await answer.json().catch(() => undefined)) as Record<string, unknown> | undefined)
    : undefined;
}
