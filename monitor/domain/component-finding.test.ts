import { describe, expect, test } from "vitest";
import { type ComponentCheck, componentFinding } from "./component-finding.ts";

const nowMs = 1_000_000;

function check(id: string, facts: Partial<ComponentCheck> = {}): ComponentCheck {
  return {
    checkId: id,
    impact: "major_outage",
    verdict: "up",
    sinceMs: 10,
    reason: null,
    causeSinceMs: null,
    knownUntilMs: nowMs + 1000,
    failedSlotMs: null,
    ...facts,
  };
}

describe("a component", () => {
  test("has no status before the first verdict", () => {
    expect(componentFinding([], null, nowMs)).toBeNull();
    expect(componentFinding([check("a", { verdict: null })], null, nowMs)).toBeNull();
  });

  test("is operational when its checks are up, known as long as the first of them", () => {
    const checks = [check("a", { knownUntilMs: nowMs + 500 }), check("b", { sinceMs: 20 })];
    expect(componentFinding(checks, null, nowMs)).toMatchObject({
      status: "operational",
      sinceMs: 20,
      knownUntilMs: nowMs + 500,
    });
  });

  test("has had a lesser fault of before only since the worse one ended", () => {
    const lesser = check("a", { verdict: "down", impact: "partial_outage", sinceMs: 100 });
    const checks = [lesser, check("b", { sinceMs: 300 }), check("c", { sinceMs: 10 })];
    const status = "partial_outage";
    expect(componentFinding(checks, "major_outage", nowMs)).toMatchObject({ status, sinceMs: 300 });
    expect(componentFinding(checks, status, nowMs)).toMatchObject({ status, sinceMs: 100 });
    expect(componentFinding(checks, "operational", nowMs)).toMatchObject({ status, sinceMs: 100 });
  });

  test("is operational on its first passing check, while another has no verdict", () => {
    const checks = [check("a"), check("b", { verdict: null })];
    expect(componentFinding(checks, null, nowMs)?.status).toBe("operational");
  });

  test("is unknown when a check never gave a verdict within its time, until it does", () => {
    const silent = check("b", { verdict: null, sinceMs: null, knownUntilMs: nowMs });
    const unknown = { status: "unknown", sinceMs: nowMs, knownUntilMs: null };
    expect(componentFinding([check("a"), silent], "operational", nowMs)).toMatchObject(unknown);
    expect(componentFinding([check("a"), silent], null, nowMs)).toMatchObject(unknown);
    const down = check("a", { verdict: "down" });
    expect(componentFinding([down, silent], "operational", nowMs)?.status).toBe("major_outage");
  });

  test("takes the worst of its checks with its reason", () => {
    const checks = [
      check("a"),
      check("b", { verdict: "down", impact: "partial_outage", reason: "timeout", sinceMs: 5 }),
      check("c", { verdict: "down", reason: "bad_status", sinceMs: 30 }),
      check("d", { verdict: "degraded", reason: "model_degraded", sinceMs: 1 }),
    ];
    expect(componentFinding(checks, "operational", nowMs)).toMatchObject({
      status: "major_outage",
      checkId: "c",
      reason: "bad_status",
      sinceMs: 30,
    });
  });

  test("says when a check that decides last did not pass, if that is its newest slot", () => {
    const down = { verdict: "down", sinceMs: 5 } as const;
    const partial = check("c", { ...down, impact: "partial_outage", failedSlotMs: 90 });
    const failing = [check("a", { ...down, failedSlotMs: 70 }), check("b", down), partial];
    expect(componentFinding(failing, "operational", nowMs)?.failedSlotMs).toBe(70);
    expect(componentFinding([check("b", down), partial], null, nowMs)?.failedSlotMs).toBeNull();
    expect(componentFinding([check("a")], null, nowMs)?.failedSlotMs).toBeNull();
  });

  test("is degraded, not out, while a check is degraded", () => {
    const checks = [check("a", { verdict: "degraded", sinceMs: 7 })];
    expect(componentFinding(checks, "operational", nowMs)).toMatchObject({
      status: "degraded_performance",
      sinceMs: 7,
    });
  });

  test("becomes unknown when a check is no longer observed, from when its sight ended", () => {
    const checks = [check("a"), check("b", { knownUntilMs: nowMs - 300 })];
    expect(componentFinding(checks, "operational", nowMs)).toMatchObject({
      status: "unknown",
      sinceMs: nowMs - 300,
      knownUntilMs: null,
    });
  });

  test("stays out while one check is seen to be down, whatever the others", () => {
    const checks = [check("a", { verdict: "down" }), check("b", { knownUntilMs: nowMs - 300 })];
    expect(componentFinding(checks, "major_outage", nowMs)?.status).toBe("major_outage");
  });

  test("stays unknown until each of its checks has a verdict again", () => {
    const returning = [check("a"), check("b", { verdict: null })];
    expect(componentFinding(returning, "unknown", nowMs)?.status).toBe("unknown");
    expect(componentFinding([check("a"), check("b")], "unknown", nowMs)?.status).toBe(
      "operational",
    );
  });

  test("keeps its cause while a check fails for it, and takes that of another one when it recovers", () => {
    const silent = { verdict: "down", reason: "silent_audio", causeSinceMs: 20 } as const;
    const late = { verdict: "down", reason: "timeout", causeSinceMs: 40 } as const;
    const both = [check("a", silent), check("b", late)];
    expect(componentFinding(both, "major_outage", nowMs, "timeout")).toMatchObject({
      checkId: "b",
      reason: "timeout",
      causeSinceMs: 40,
    });
    const one = [check("a", silent), check("b", { sinceMs: 60 })];
    expect(componentFinding(one, "major_outage", nowMs, "timeout")).toMatchObject({
      checkId: "a",
      reason: "silent_audio",
      causeSinceMs: 60,
    });
  });
});
