import type { ComponentStatus } from "#migrations/status/schema.ts";
import type { Load } from "./load/load.ts";
import type { Place } from "./places.ts";

/** What says that a component does not work as it should; of `unknown` nothing is said. */
const IMPAIRED: ReadonlySet<ComponentStatus> = new Set([
  "degraded_performance",
  "partial_outage",
  "major_outage",
]);

/** An answer that takes so long is one that customers notice; monitor.yaml has twice as much for a single check. */
const SLOW_MS = 1500;

/** What was published of one component: the worst that it showed, and when it first did. */
export interface Publication {
  readonly place: string;
  readonly status: ComponentStatus;
  readonly atMs: number;
}

/** Returns the first status since `fromMs`, on the status page, of each component that was not operational. */
export function publishedSince({ sightings }: Load, fromMs: number): readonly Publication[] {
  const first = new Map<string, Publication>();
  for (const { atMs, statuses } of sightings) {
    if (atMs < fromMs) continue;
    for (const [place, status] of statuses) {
      if (IMPAIRED.has(status) && !first.has(place)) first.set(place, { place, status, atMs });
    }
  }
  return [...first.values()];
}

/** Says what of it is wrong: an impairment that nobody met, or an outage of which nothing was said. */
export function publicationComplaints(
  { visits }: Load,
  fromMs: number,
  published: readonly Publication[],
  isPublishedFor: readonly Place[],
): readonly string[] {
  const met = new Set(
    visits
      .filter(({ toMs, fromMs: beganMs, fault }) => {
        return toMs >= fromMs && (fault !== undefined || toMs - beganMs > SLOW_MS);
      })
      .map(({ place }): string => place),
  );
  const invented = published
    .filter(({ place }) => !met.has(place))
    .map(({ place, status }) => `${place} was published as ${status}, though nobody met it`);
  const named = new Set(published.map(({ place }) => place));
  const concealed = isPublishedFor
    .filter((place) => !named.has(place))
    .map((place) => `${place} was away, and the page did not say so`);
  return [...invented, ...concealed];
}

/** As `major_outage of 3`. */
export function describePublished(published: readonly Publication[]): string {
  const counted = Map.groupBy(published, ({ status }) => status);
  return [...counted].map(([status, of]) => `${status} of ${of.length}`).join(", ") || "nothing";
}
