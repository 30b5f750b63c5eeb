import type { ComponentStatus } from "./component-status.ts";

/** A component and what it stands on itself, by ids. */
export interface Dependent {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** Returns everything that a component stands on, over any number of steps; ids that no component has are in it too. */
export function dependenciesOf(id: string, components: readonly Dependent[]): ReadonlySet<string> {
  const byId = new Map(components.map((component) => [component.id, component.dependsOn]));
  const found = new Set<string>();
  const left = [...(byId.get(id) ?? [])];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    left.push(...(byId.get(next) ?? []));
  }
  return found;
}

/** Returns ids that stand on each other in a circle, the first at the end once more; undefined where none do. */
export function circleOf(components: readonly Dependent[]): readonly string[] | undefined {
  const byId = new Map(components.map((component) => [component.id, component.dependsOn]));
  const settled = new Set<string>();
  const follow = (path: readonly string[]): readonly string[] | undefined => {
    const id = path.at(-1)!;
    const before = path.indexOf(id);
    if (before < path.length - 1) return path.slice(before);
    if (settled.has(id)) return undefined;
    for (const next of byId.get(id) ?? []) {
      const circle = follow([...path, next]);
      if (circle !== undefined) return circle;
    }
    settled.add(id);
    return undefined;
  };
  for (const { id } of components) {
    const circle = follow([id]);
    if (circle !== undefined) return circle;
  }
  return undefined;
}

/** Something that does not work at all, or not for some, explains what stands on it; what is only slow does not. */
export function isDown({ status }: { readonly status: ComponentStatus }): boolean {
  return status === "major_outage" || status === "partial_outage";
}

interface Observed extends Dependent {
  readonly status: ComponentStatus;
}

/** Returns the ids of those that stand on one that is down: what is wrong with them is its consequence. */
export function consequencesIn(components: readonly Observed[]): ReadonlySet<string> {
  const standing = components.filter(({ id }) => isExplained(id, components, NONE));
  return new Set(standing.map(({ id }) => id));
}

const NONE: ReadonlySet<string> = new Set();

/** Whether something that a component stands on is down, or is in `failing`: it was just seen to fail and may be down a slot later. */
export function isExplained(
  id: string,
  components: readonly Observed[],
  failing: ReadonlySet<string>,
): boolean {
  const below = dependenciesOf(id, components);
  return components.some((one) => below.has(one.id) && (isDown(one) || failing.has(one.id)));
}
