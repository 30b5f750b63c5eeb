import { describe, expect, test } from "vitest";
import { FAILING_CHECK } from "../../test/support/monitor/alert-cases.ts";
import type { AlertRule, OnCallPerson } from "./configuration.ts";
import { rotasNow } from "./on-call.ts";
import { dueNotifications, type OpenAlert } from "./plan.ts";

const minuteMs = 60_000;
const startMs = Date.parse("2026-11-21T23:00:00Z");

const person = (id: string, isQuietAtNight = false): OnCallPerson => ({
  id,
  name: id,
  receivers: [`${id}-phone`],
  quietHours: isQuietAtNight ? { from: "22:00", to: "07:00", timeZone: "UTC" } : null,
});
const rule: AlertRule = {
  id: "speech",
  receivers: [],
  rotas: ["speech"],
  components: [],
  groups: [],
  checks: [],
  afterBadSlots: 2,
  includesDegraded: false,
  severity: "critical",
  repeatMinutes: null,
  escalation: null,
  tellsRecovery: true,
  quietHours: null,
};
const check = FAILING_CHECK;
const untold: OpenAlert = {
  id: "a1",
  ruleId: "speech",
  checkId: "tts-health",
  firedAtMs: startMs,
  notifiedAtMs: null,
  lastNotifiedAtMs: null,
  escalatedAtMs: null,
  isAcknowledged: false,
  thread: "a1",
};
const notifiedAlert: OpenAlert = { ...untold, notifiedAtMs: startMs, lastNotifiedAtMs: startMs };

/** Returns what is due some minutes after the start; `notified` are the receivers that were notified of it. */
function due(
  afterMinutes: number,
  {
    people = [person("ayse"), person("can"), person("deniz")],
    notified = [],
    ofRule = {},
    alert = notified.length === 0 ? untold : notifiedAlert,
    nextAfterMinutes = 10,
  }: {
    people?: readonly OnCallPerson[];
    notified?: readonly string[];
    ofRule?: Partial<AlertRule>;
    alert?: OpenAlert;
    nextAfterMinutes?: number | null;
  } = {},
) {
  const nowMs = startMs + afterMinutes * minuteMs;
  const rota = {
    id: "speech",
    people: people.map(({ id }) => id),
    rule: "FREQ=DAILY",
    timeZone: "UTC",
    fromMs: Date.parse("2026-11-21T08:00:00Z"),
    nextAfterMinutes,
  };
  const rotas = rotasNow({ rotas: [rota], people }, [], nowMs);
  const onCall = { rotas, notified: new Map([["a1", new Set(notified)]]) };
  return dueNotifications([{ ...rule, ...ofRule }], [check], [alert], nowMs, onCall).map(
    ({ kind, receivers }) => [kind, ...receivers],
  );
}

test("who is on call is told first, with the receivers of the rule", () => {
  expect(due(0)).toEqual([["trigger", "ayse-phone"]]);
  expect(due(0, { ofRule: { receivers: ["chat"] } })).toEqual([["trigger", "chat", "ayse-phone"]]);
});

describe("along the rota", () => {
  test("one person after the other is told while nobody acknowledges it", () => {
    const notified = ["ayse-phone"];
    expect(due(9, { notified })).toEqual([]);
    expect(due(10, { notified })).toEqual([["escalate", "can-phone"]]);
    expect(due(20, { notified: [...notified, "can-phone"] })).toEqual([
      ["escalate", "deniz-phone"],
    ]);
    const all = [...notified, "can-phone", "deniz-phone"];
    expect(due(600, { notified: all, alert: { ...notifiedAlert, isAcknowledged: true } })).toEqual(
      [],
    );
    expect(due(40, { notified: all })).toEqual([]);
  });

  test("nobody is told where the rota does not say so, nor after an acknowledgement", () => {
    const notified = ["ayse-phone"];
    expect(due(300, { notified, nextAfterMinutes: null })).toEqual([]);
    expect(due(60, { notified, alert: { ...notifiedAlert, isAcknowledged: true } })).toEqual([]);
  });

  test("whoever is on call since then is told of what nobody has acknowledged", () => {
    const notified = ["ayse-phone"];
    // The turn of the next day begins at 8:00.
    expect(due(9 * 60 - 1, { notified, nextAfterMinutes: null })).toEqual([]);
    expect(due(9 * 60, { notified, nextAfterMinutes: null })).toEqual([["trigger", "can-phone"]]);
  });

  test("repetitions reach all who were told", () => {
    const notified = ["ayse-phone", "can-phone"];
    expect(due(15, { notified, ofRule: { repeatMinutes: 15, receivers: ["chat"] } })).toEqual([
      ["repeat", "chat", "ayse-phone", "can-phone"],
    ]);
  });
});

describe("quiet hours of a person", () => {
  const people = [person("ayse", true), person("can")];

  test("hold back what is not critical until their end", () => {
    const ofRule = { severity: "warning" } as const;
    expect(due(0, { people, ofRule })).toEqual([]);
    expect(due(8 * 60 - 1, { people, ofRule })).toEqual([]);
    expect(due(8 * 60, { people, ofRule })).toEqual([["trigger", "ayse-phone"]]);
    expect(due(0, { people, ofRule: {} })).toEqual([["trigger", "ayse-phone"]]);
  });

  test("hold back nobody else", () => {
    const ofRule = { severity: "warning", receivers: ["chat"] } as const;
    expect(due(0, { people, ofRule })).toEqual([["trigger", "chat"]]);
    expect(due(10, { people, ofRule, notified: ["chat"] })).toEqual([["escalate", "can-phone"]]);
    expect(due(8 * 60, { people, ofRule, notified: ["chat", "can-phone"] })).toEqual([
      ["trigger", "ayse-phone"],
    ]);
  });
});
