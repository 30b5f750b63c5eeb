import { expect, test } from "vitest";
import type { IncidentImpact, IncidentStatus } from "./component-status.ts";
import { pageSummary } from "./page-summary.ts";

const well = ["operational", "operational"] as const;
const incident = (
  status: IncidentStatus,
  impact: IncidentImpact = "critical",
  resolvedAtMs: number | null = null,
) => ({ status, impact, resolvedAtMs });

test("without an open incident a page is what its components are", () => {
  const resolved = incident("resolved", "critical", 1);
  expect(pageSummary(well, [resolved])).toEqual({ kind: "operational", tone: "operational" });
});

test("what has recovered and is still watched is a state of its own", () => {
  expect(pageSummary(well, [incident("monitoring")])).toEqual({
    kind: "monitoring",
    tone: "monitoring",
  });
});

test("an incident that only people see is not hidden by components that work", () => {
  const open = [incident("identified", "minor"), incident("investigating", "major")];
  expect(pageSummary(well, [incident("monitoring"), ...open])).toEqual({
    kind: "incident",
    tone: "partial_outage",
  });
});

test("a component that does not work says more than any incident", () => {
  expect(pageSummary(["operational", "major_outage"], [incident("monitoring")])).toEqual({
    kind: "partial_outage",
    tone: "major_outage",
  });
});
