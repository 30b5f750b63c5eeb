import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { heldFrom, looked, slotMs, testDays } from "../../support/probes/scripted-days.ts";

const endMs = looked(8 * 8 - 1);

describeWithOneDatabase("eight days", (empty) => {
  testDays(empty, {
    startMs: Date.parse("2026-08-24T00:00:00Z"),
    days: 8,
    faults: [
      ["failed", "web", 0, 3],
      ["failed", "web", 8, 9],
      ["retried", "web", 11, 13],
      ["degraded", "web", 15, 20],
      ["failed", "web", 24, 28],
      ["failed", "web", 50, 56],
      ["failed", "api", 52, 55],
      ["failed", "web", 61, 8 * 8],
    ],
    maintenance: [23, 29],
    dead: [33, 40],
    sleptThrough: 44,
    clockSetBackAt: 47,
    implied: {
      api: [
        ["operational", looked(0), heldFrom(32)],
        ["unknown", heldFrom(32), looked(40)],
        ["operational", looked(40), looked(52)],
        ["partial_outage", looked(52), looked(55)],
        ["operational", looked(55), endMs],
      ],
      web: [
        ["major_outage", looked(0), looked(3)],
        ["operational", looked(3), looked(15)],
        ["degraded_performance", looked(15), looked(20)],
        ["operational", looked(20), 23 * slotMs],
        ["under_maintenance", 23 * slotMs, 29 * slotMs],
        // Not known until the first run after the maintenance.
        ["unknown", 29 * slotMs, looked(29)],
        ["operational", looked(29), heldFrom(32)],
        ["unknown", heldFrom(32), looked(40)],
        ["operational", looked(40), looked(50)],
        ["major_outage", looked(50), looked(56)],
        ["operational", looked(56), looked(61)],
        ["major_outage", looked(61), endMs],
      ],
    },
    impliedIncidents: [
      [looked(0), "web", "major"],
      [looked(15), "web", "minor"],
      [looked(50), "web", "major"],
      [looked(52), "api", "minor"],
      [looked(61), "web", "major"],
    ],
  });
});
