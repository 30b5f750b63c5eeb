import { describe, expect, test } from "vitest";
import { MonitorFileError } from "./located-document.ts";
import { parseMonitorFile } from "./read.ts";

const receivers = [
  { id: "phone", channel: "ntfy", topic: "phone", fallback: "mail" },
  { id: "mail", channel: "email", to: "on-call@example.org", language: "tr" },
];

function read(alerts: object | undefined) {
  const document = {
    page: { id: "page", name: "Page", url: "http://127.0.0.1", time_zone: "Europe/Istanbul" },
    groups: [{ id: "group", name: "Group" }],
    components: [
      {
        id: "web",
        name: "Web",
        group: "group",
        checks: [{ id: "port", kind: "tcp", host: "localhost", port: 1 }],
      },
    ],
    alerts,
  };
  // Every JSON document is a YAML document.
  return parseMonitorFile("m.yaml", JSON.stringify(document), {}).alerts;
}

const rule = { id: "all", receivers: ["phone"] };

test("a file without alerts alerts nobody", () => {
  expect(read(undefined)).toEqual({
    receivers: [],
    rules: [],
    people: [],
    rotas: [],
    weeklyTest: null,
  });
});

test("a receiver has the settings of its channel alone", () => {
  const found = read({ receivers, rules: [rule] })?.receivers;
  expect(found).toMatchObject([
    { id: "phone", channel: "ntfy", language: "en", fallback: "mail" },
    { id: "mail", channel: "email", language: "tr", fallback: null },
  ]);
  expect(found?.map(({ settings }) => settings)).toMatchObject([
    { topic: "phone" },
    { to: "on-call@example.org" },
  ]);
  const names = found?.flatMap(({ settings }) => Object.keys(settings)) ?? [];
  expect(names.filter((name) => ["id", "channel", "language", "fallback"].includes(name))).toEqual(
    [],
  );
});

test("a rule has defaults for what it does not say", () => {
  expect(read({ receivers, rules: [rule] })?.rules).toMatchObject([
    {
      id: "all",
      receivers: ["phone"],
      rotas: [],
      components: [],
      groups: [],
      checks: [],
      repeatMinutes: null,
      escalation: null,
      quietHours: null,
    },
  ]);
  const whole = {
    id: "some",
    receivers: ["mail"],
    components: ["web"],
    groups: ["group"],
    checks: ["port"],
    after_bad_slots: 4,
    including_degraded: true,
    severity: "warning",
    repeat_minutes: 30,
    escalate: { after_minutes: 10, to: ["phone"] },
    tell_recovery: false,
    quiet_hours: { from: "22:00", to: "07:00" },
  };
  expect(read({ receivers, rules: [whole] })?.rules).toEqual([
    {
      id: "some",
      receivers: ["mail"],
      rotas: [],
      components: ["web"],
      groups: ["group"],
      checks: ["port"],
      afterBadSlots: 4,
      includesDegraded: true,
      severity: "warning",
      repeatMinutes: 30,
      escalation: { afterMinutes: 10, to: ["phone"] },
      tellsRecovery: false,
      quietHours: { from: "22:00", to: "07:00", timeZone: "Europe/Istanbul" },
    },
  ]);
});

describe("alerts that cannot be are refused with their place", () => {
  const hours = (change: object) => ({
    ...rule,
    severity: "info",
    quiet_hours: { from: "22:00", to: "07:00", ...change },
  });

  test.each<[object, string]>([
    [
      { receivers: [...receivers, receivers[1]], rules: [rule] },
      'alerts.receivers[2].id: "mail" is there twice',
    ],
    [
      { receivers: [{ ...receivers[0], fallback: "phone" }, receivers[1]], rules: [rule] },
      'alerts.receivers[0].fallback: got "phone"; allowed: mail',
    ],
    [{ receivers, rules: [rule, rule] }, 'alerts.rules[1].id: "all" is there twice'],
    [
      { receivers, rules: [{ ...rule, receivers: ["phone", "x"] }] },
      'alerts.rules[0].receivers[1]: got "x"; allowed: phone, mail',
    ],
    [
      { receivers, rules: [{ ...rule, rotas: ["x"] }] },
      'alerts.rules[0].rotas[0]: got "x"; allowed: ',
    ],
    [
      { receivers, rules: [{ ...rule, components: ["port"] }] },
      'alerts.rules[0].components[0]: got "port"; allowed: web',
    ],
    [
      { receivers, rules: [{ ...rule, groups: ["web"] }] },
      'alerts.rules[0].groups[0]: got "web"; allowed: group',
    ],
    [
      { receivers, rules: [{ ...rule, checks: ["web"] }] },
      'alerts.rules[0].checks[0]: got "web"; allowed: port',
    ],
    [
      { receivers, rules: [{ ...rule, escalate: { after_minutes: 1, to: ["x"] } }] },
      'alerts.rules[0].escalate.to[0]: got "x"; allowed: phone, mail',
    ],
    [
      { receivers, rules: [{ id: "all" }] },
      "alerts.rules[0]: nobody is alerted; takes receivers, rotas or both",
    ],
    [
      { receivers, rules: [{ ...hours({}), severity: "critical" }] },
      "alerts.rules[0].quiet_hours: critical alerts are never held; takes severity: warning or info",
    ],
    [
      { receivers, rules: [hours({ to: "22:00" })] },
      'alerts.rules[0].quiet_hours.to: got "22:00"; takes another time than from',
    ],
    [
      { receivers, rules: [hours({ time_zone: "Mars" })] },
      'alerts.rules[0].quiet_hours.time_zone: got "Mars"; takes an IANA name, e.g. Europe/Istanbul',
    ],
  ])("%j", (alerts, complaint) => {
    expect(() => read(alerts)).toThrow(new MonitorFileError(`m.yaml:1: ${complaint}`));
  });
});
