import { describe, expect, test } from "vitest";
import { overallStatus } from "./overall.ts";
import type { ComponentStatus } from "./component-status.ts";

const up: ComponentStatus = "operational";
const slow: ComponentStatus = "degraded_performance";
const partial: ComponentStatus = "partial_outage";
const down: ComponentStatus = "major_outage";
const maintenance: ComponentStatus = "under_maintenance";
const unknown: ComponentStatus = "unknown";

describe("the whole page in one line", () => {
  test.each([
    { leaves: [up, up, up], description: "All Systems Operational", indicator: "none" },
    { leaves: [down, down], description: "Major System Outage", indicator: "critical" },
    { leaves: [down, up], description: "Partial System Outage", indicator: "major" },
    { leaves: [down, slow], description: "Partial System Outage", indicator: "major" },
    { leaves: [partial, partial], description: "Partial System Outage", indicator: "major" },
    { leaves: [partial, up], description: "Minor Service Outage", indicator: "minor" },
    { leaves: [partial, slow], description: "Minor Service Outage", indicator: "minor" },
    { leaves: [slow, slow], description: "Degraded System Service", indicator: "minor" },
    { leaves: [slow, up], description: "Partially Degraded Service", indicator: "minor" },
    { leaves: [slow, maintenance], description: "Partially Degraded Service", indicator: "minor" },
    {
      leaves: [maintenance, up],
      description: "Service Under Maintenance",
      indicator: "maintenance",
    },
    {
      leaves: [maintenance, maintenance],
      description: "Service Under Maintenance",
      indicator: "maintenance",
    },
    { leaves: [unknown, unknown], description: "Status Unknown", indicator: "unknown" },
    { leaves: [unknown, up], description: "Status Partially Unknown", indicator: "unknown" },
    { leaves: [], description: "Status Unknown", indicator: "unknown" },
  ])("$leaves is $description", ({ leaves, description, indicator }) => {
    expect(overallStatus(leaves)).toMatchObject({ indicator, description });
  });

  test("what nobody looked at does not hide a fault", () => {
    expect(overallStatus([unknown, down, down]).indicator).toBe("major");
    expect(overallStatus([unknown, partial, up]).indicator).toBe("minor");
  });
});
