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
        ["operational", looked(40), 52 * slotMs],
        ["partial_outage", 52 * slotMs, 55 * slotMs],
        ["operational", 55 * slotMs, endMs],
      ],
      web: [
        ["major_outage", looked(0), 3 * slotMs],
        ["operational", 3 * slotMs, 15 * slotMs],
        ["degraded_performance", 15 * slotMs, 20 * slotMs],
        ["operational", 20 * slotMs, 23 * slotMs],
        ["under_maintenance", 23 * slotMs, 29 * slotMs],
        ["operational", 29 * slotMs, heldFrom(32)],
        ["unknown", heldFrom(32), looked(40)],
        ["operational", looked(40), 50 * slotMs],
        ["major_outage", 50 * slotMs, 56 * slotMs],
        ["operational", 56 * slotMs, 61 * slotMs],
        ["major_outage", 61 * slotMs, endMs],
      ],
    },
    impliedIncidents: [
      [looked(0), "web", "major"],
      [15 * slotMs, "web", "minor"],
      [50 * slotMs, "web", "major"],
      [52 * slotMs, "api", "minor"],
      [61 * slotMs, "web", "major"],
    ],
  });
});
