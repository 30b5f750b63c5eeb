import { expect, test } from "vitest";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { graphView } from "./page-view-graph.ts";

const of = (id: string, status: ComponentStatus, ...dependsOn: string[]) => ({
  id,
  name: { en: id, tr: id },
  status,
  dependsOn,
});

const consequences = (...components: ReturnType<typeof of>[]): string[] =>
  graphView(components).components.flatMap(({ id, isConsequence }) => (isConsequence ? id : []));

test("trouble above something that is down is a consequence, over any number of steps", () => {
  const found = consequences(
    of("api", "major_outage"),
    of("web", "operational", "api"),
    of("demo", "degraded_performance", "web"),
    of("other", "major_outage"),
  );
  expect(found).toEqual(["demo"]);
});

test("what is well, or not checked, is no consequence, and what is only slow has none", () => {
  const standing = (status: ComponentStatus) => of("web", status, "api");
  expect(consequences(of("api", "major_outage"), standing("operational"))).toEqual([]);
  expect(consequences(of("api", "major_outage"), standing("under_maintenance"))).toEqual([]);
  expect(consequences(of("api", "major_outage"), standing("unknown"))).toEqual([]);
  expect(consequences(of("api", "degraded_performance"), standing("major_outage"))).toEqual([]);
});

test("a dependency that is configured no more is left out", () => {
  const { components } = graphView([of("web", "operational", "gone", "api"), of("api", "unknown")]);
  expect(components[0]!.dependsOn).toEqual(["api"]);
});
