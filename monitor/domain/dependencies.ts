import type { ComponentStatus } from "./component-status.ts";
import { canCause } from "./reason.ts";

/** A component and its direct dependencies, by ids. */
export interface Dependent {
  readonly id: string;
  readonly dependsOn: readonly string[];
}

/** Returns all direct and indirect dependencies of a component, including ids that no component has. */
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

/** Returns the ids of a dependency cycle, with the first repeated at the end; undefined if there is none. */
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

/** Returns whether a component has an outage, which explains failures of its dependents; one that is only slow does not. */
export function isDown({ status }: { readonly status: ComponentStatus }): boolean {
  return status === "major_outage" || status === "partial_outage";
}

export interface Observed extends Dependent {
  readonly status: ComponentStatus;
  /** Why it fails, as far as that is known. */
  readonly reason?: string | null;
}

/** Returns the ids of components with a dependency that is down, for a reason that can be why they fail: its consequences. */
export function consequencesIn(components: readonly Observed[]): ReadonlySet<string> {
  const standing = components.filter(({ id }) => isExplained(id, components, NONE));
  return new Set(standing.map(({ id }) => id));
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns whether a dependency of a component is down, or in `failing`: just seen to fail, it may be down a slot later. Its reason
 * has to be one that can be why the component fails.
 */
export function isExplained(
  id: string,
  components: readonly Observed[],
  failing: ReadonlySet<string>,
): boolean {
  return causesOf(id, components, failing).length > 0;
}

/** Returns the dependencies of a component, direct or not, that explain its failure. */
export function causesOf<Component extends Observed>(
  id: string,
  components: readonly Component[],
  failing: ReadonlySet<string> = NONE,
): readonly Component[] {
  const below = dependenciesOf(id, components);
  const effect = components.find((one) => one.id === id)?.reason ?? null;
  return components.filter(
    (one) =>
      below.has(one.id) &&
      (isDown(one) || failing.has(one.id)) &&
      canCause(one.reason ?? null, effect),
  );
}
