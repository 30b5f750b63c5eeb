import { CHECK_IMPACTS, type ComponentStatus } from "#monitor/domain/component-status.ts";
import { consequencesIn } from "#monitor/domain/dependencies.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";

/** The components with their dependencies, in the page's order. */
export interface ConsoleGraphView {
  readonly components: readonly GraphComponent[];
}

export interface GraphComponent {
  readonly id: string;
  readonly name: LocalizedText;
  readonly status: ComponentStatus;
  /** Ids of components that are configured. */
  readonly dependsOn: readonly string[];
  /** Whether its trouble counts as a consequence of that of a component it depends on. */
  readonly isConsequence: boolean;
}

const TROUBLES: ReadonlySet<ComponentStatus> = new Set(CHECK_IMPACTS);

/** Returns the dependencies, and which of the current troubles are a consequence of others. */
export function graphView(
  components: readonly Omit<GraphComponent, "isConsequence">[],
): ConsoleGraphView {
  const ids = new Set(components.map(({ id }) => id));
  const consequences = consequencesIn(components);
  return {
    components: components.map(({ id, name, status, dependsOn }) => ({
      id,
      name,
      status,
      dependsOn: dependsOn.filter((one) => ids.has(one)),
      isConsequence: TROUBLES.has(status) && consequences.has(id),
    })),
  };
}
