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
        ["operational", looked(370), looked(502)],
        ["partial_outage", looked(502), looked(512)],
        ["operational", looked(512), looked(600)],
        ["partial_outage", looked(600), looked(604)],
        ["operational", looked(604), endMs],
      ],
      web: [
        ["major_outage", looked(0), looked(3)],
        ["operational", looked(3), looked(14)],
        ["major_outage", looked(14), looked(17)],
        ["operational", looked(17), looked(200)],
        ["degraded_performance", looked(200), looked(206)],
        ["operational", looked(206), 299 * slotMs],
        ["under_maintenance", 299 * slotMs, 306 * slotMs],
        ["operational", 306 * slotMs, heldFrom(349)],
        ["unknown", heldFrom(349), looked(370)],
        ["operational", looked(370), heldFrom(449)],
        ["unknown", heldFrom(449), looked(456)],
        ["operational", looked(456), looked(500)],
        ["major_outage", looked(500), looked(520)],
        ["operational", looked(520), looked(600)],
        ["major_outage", looked(600), looked(604)],
        ["operational", looked(604), looked(717)],
        ["major_outage", looked(717), endMs],
      ],
    },
    impliedIncidents: [
      [looked(0), "web", "major"],
      [looked(14), "web", "major"],
      [looked(200), "web", "minor"],
      [looked(500), "web", "major"],
      [looked(502), "api", "minor"],
      [looked(600), "api web", "major"],
      [looked(717), "web", "major"],
    ],
  });
});
