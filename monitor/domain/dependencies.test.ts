import { expect, test } from "vitest";
import { circleOf, consequencesIn, dependenciesOf, isExplained } from "./dependencies.ts";

const chain = [
  { id: "web", dependsOn: ["api"] },
  { id: "api", dependsOn: ["database", "models"] },
  { id: "database", dependsOn: [] },
  { id: "models", dependsOn: ["database"] },
];

test("a component stands on all that is below it", () => {
  expect([...dependenciesOf("web", chain)].sort()).toEqual(["api", "database", "models"]);
  expect([...dependenciesOf("database", chain)]).toEqual([]);
});

test("a circle is found and said", () => {
  expect(circleOf(chain)).toBeUndefined();
  const round = [...chain.slice(0, 2), { id: "database", dependsOn: ["web"] }];
  expect(circleOf(round)).toEqual(["web", "api", "database", "web"]);
});

test("what stands on something that is down is its consequence, over any number of steps", () => {
  const with_ = (status: "major_outage" | "partial_outage" | "degraded_performance") =>
    chain.map((one) => ({
      ...one,
      status: one.id === "models" ? status : ("operational" as const),
    }));
  expect([...consequencesIn(with_("partial_outage"))].sort()).toEqual(["api", "web"]);
  expect([...consequencesIn(with_("degraded_performance"))]).toEqual([]);
  expect(isExplained("web", with_("degraded_performance"), new Set(["models"]))).toBe(true);
  expect(isExplained("database", with_("major_outage"), new Set(["web"]))).toBe(false);
});
