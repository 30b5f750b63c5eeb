import { describeWithEveryDatabase } from "../../support/databases/every-database.ts";
import { heldFrom, looked, slotMs, testDays } from "../../support/probes/scripted-days.ts";

const endMs = looked(90 * 8 - 1);

describeWithEveryDatabase("ninety days", (empty) => {
  testDays(empty, {
    startMs: Date.parse("2026-08-24T00:00:00Z"),
    days: 90,
    faults: [
      ["failed", "web", 0, 3],
      ["failed", "web", 14, 17],
      ["failed", "web", 100, 101],
      ["retried", "web", 110, 112],
      ["degraded", "web", 200, 206],
      ["failed", "web", 300, 304],
      ["prober_error", "web", 450, 456],
      ["failed", "web", 500, 520],
      ["failed", "api", 502, 512],
      ["failed", "web", 600, 604],
      ["failed", "api", 600, 604],
      ["failed", "web", 717, 90 * 8],
    ],
    maintenance: [299, 306],
    dead: [350, 370],
    sleptThrough: 400,
    clockSetBackAt: 550,
    implied: {
      api: [
        ["operational", looked(0), heldFrom(349)],
        ["unknown", heldFrom(349), looked(370)],
        ["operational", looked(370), 502 * slotMs],
        ["partial_outage", 502 * slotMs, 512 * slotMs],
        ["operational", 512 * slotMs, 600 * slotMs],
        ["partial_outage", 600 * slotMs, 604 * slotMs],
        ["operational", 604 * slotMs, endMs],
      ],
      web: [
        ["major_outage", looked(0), 3 * slotMs],
        ["operational", 3 * slotMs, 14 * slotMs],
        ["major_outage", 14 * slotMs, 17 * slotMs],
        ["operational", 17 * slotMs, 200 * slotMs],
        ["degraded_performance", 200 * slotMs, 206 * slotMs],
        ["operational", 206 * slotMs, 299 * slotMs],
        ["under_maintenance", 299 * slotMs, 306 * slotMs],
        ["operational", 306 * slotMs, heldFrom(349)],
        ["unknown", heldFrom(349), looked(370)],
        ["operational", looked(370), heldFrom(449)],
        ["unknown", heldFrom(449), looked(456)],
        ["operational", looked(456), 500 * slotMs],
        ["major_outage", 500 * slotMs, 520 * slotMs],
        ["operational", 520 * slotMs, 600 * slotMs],
        ["major_outage", 600 * slotMs, 604 * slotMs],
        ["operational", 604 * slotMs, 717 * slotMs],
        ["major_outage", 717 * slotMs, endMs],
      ],
    },
    impliedIncidents: [
      [looked(0), "web", "major"],
      [14 * slotMs, "web", "major"],
      [200 * slotMs, "web", "minor"],
      [500 * slotMs, "web", "major"],
      [502 * slotMs, "api", "minor"],
      [600 * slotMs, "api web", "major"],
      [717 * slotMs, "web", "major"],
    ],
  });
});
