import { Type } from "typebox";
import { Value } from "typebox/value";
import type { Browser } from "playwright-core";

import { type Cookie, withSlowPage } from "./throttled-visit.ts";

/** A task that kept a page from answering, and what it did for longest. */
export interface LongTask {
  readonly durationMs: number;
  /** As the browser's tracing calls it, with the file where it names one, e.g. `EvaluateScript page-1a2b.js`. */
  readonly mostly: string;
  readonly mostlyMs: number;
}

const longMs = 50;
const settleMs = 1_500;
const microsecondsPerMs = 1_000;

const Trace = Type.Object({
  traceEvents: Type.Array(
    Type.Object({
      name: Type.String(),
      ph: Type.String(),
      pid: Type.Number(),
      tid: Type.Number(),
      ts: Type.Number(),
      dur: Type.Optional(Type.Number()),
      args: Type.Optional(Type.Unknown()),
    }),
  ),
});
type TraceEvent = Type.Static<typeof Trace>["traceEvents"][number];

/** Visits an address once more under the browser's own tracing and says what its long tasks did; the longest first. */
export async function tracedLongTasks(
  browser: Browser,
  url: string,
  cookie?: Cookie,
): Promise<LongTask[]> {
  const trace = await withSlowPage(browser, url, cookie, async (page) => {
    await browser.startTracing(page, { categories: ["devtools.timeline", "toplevel"] });
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(settleMs);
    return browser.stopTracing();
  });
  const { traceEvents } = Value.Parse(Trace, JSON.parse(trace.toString()));
  const renderer = traceEvents.find(({ name }) => name === "ParseHTML");
  const events = traceEvents.filter(
    ({ pid, tid }) => pid === renderer?.pid && tid === renderer.tid,
  );
  return events
    .filter(({ name, dur = 0 }) => isTask(name) && dur > longMs * microsecondsPerMs)
    .map((task) => described(task, events))
    .toSorted((one, other) => other.durationMs - one.durationMs);
}

function isTask(name: string): boolean {
  return name === "RunTask" || name === "ThreadControllerImpl::RunTask";
}

function described(task: TraceEvent, events: readonly TraceEvent[]): LongTask {
  const end = task.ts + (task.dur ?? 0);
  const inside = events.filter(
    (event) =>
      !isTask(event.name) && event.dur !== undefined && event.ts >= task.ts && event.ts < end,
  );
  const longest = inside.toSorted((one, other) => (other.dur ?? 0) - (one.dur ?? 0))[0];
  return {
    durationMs: (task.dur ?? 0) / microsecondsPerMs,
    mostly: longest === undefined ? "nothing that is traced" : nameOf(longest),
    mostlyMs: (longest?.dur ?? 0) / microsecondsPerMs,
  };
}

function nameOf({ name, args }: TraceEvent): string {
  const file = /"(?:url|fileName)":"[^"]*\/([^"/]+)"/.exec(JSON.stringify(args ?? {}))?.[1];
  return file === undefined ? name : `${name} ${file}`;
}
