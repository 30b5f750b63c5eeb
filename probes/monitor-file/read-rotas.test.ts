import { describe, expect, test } from "vitest";
import { MonitorFileError } from "./located-document.ts";
import { parseMonitorFile } from "./read.ts";

/** A file whose rule tells a rota of one person, with some lines changed. */
function fileWith(change: Readonly<Record<string, string>> = {}): string {
  const lines = {
    person: "{ id: ayse, name: Ayşe, receivers: [phone] }",
    rota: '{ id: speech, people: [ayse], from: "2026-11-30T09:00" }',
    rule: "{ id: down, rotas: [speech] }",
    ...change,
  };
  return `page: { id: a, name: A, url: "http://a.example", time_zone: Europe/Istanbul }
groups: []
alerts:
  receivers: [{ id: phone, channel: ntfy, topic: phone }]
  people:
    - ${lines.person}
  rotas:
    - ${lines.rota}
  rules:
    - ${lines.rule}
components:
  - id: a
    name: A
    checks: [{ id: c, kind: tcp, host: a.example, port: 1 }]
`;
}

function complaintOf(text: string): string {
  try {
    parseMonitorFile("m.yaml", text, {});
    return "no complaint";
  } catch (error) {
    if (!(error instanceof MonitorFileError)) throw error;
    return error.message;
  }
}

test("rotas and people are read by the clock of the page", () => {
  const { alerts } = parseMonitorFile("m.yaml", fileWith(), {});
  expect(alerts?.people).toEqual([
    { id: "ayse", name: "Ayşe", receivers: ["phone"], quietHours: null },
  ]);
  expect(alerts?.rotas).toEqual([
    {
      id: "speech",
      people: ["ayse"],
      rule: "FREQ=WEEKLY",
      timeZone: "Europe/Istanbul",
      fromMs: Date.parse("2026-11-30T06:00:00Z"),
      nextAfterMinutes: null,
    },
  ]);
  expect(alerts?.rules[0]).toMatchObject({ receivers: [], rotas: ["speech"] });
});

describe("what cannot be is named with its line", () => {
  test.each([
    [{ rule: "{ id: down }" }, "m.yaml:10: alerts.rules[0]: nobody is alerted"],
    [{ rule: "{ id: down, rotas: [web] }" }, 'rotas[0]: got "web"; allowed: speech'],
    [{ person: "{ id: ayse, receivers: [fax] }" }, 'receivers[0]: got "fax"; allowed: phone'],
    [
      { person: '{ id: ayse, receivers: [phone], quiet_hours: { from: "07:00", to: "07:00" } }' },
      "takes another time than from",
    ],
    [
      { rota: '{ id: speech, people: [can], from: "2026-11-30T09:00" }' },
      'm.yaml:8: alerts.rotas[0].people[0]: got "can"; allowed: ayse',
    ],
    [
      { rota: '{ id: speech, people: [ayse, ayse], from: "2026-11-30T09:00" }' },
      '"ayse" is there twice',
    ],
    [
      { rota: '{ id: speech, people: [ayse], from: "2026-11-30T09:00", rrule: FREQ=MONTHLY }' },
      'got "FREQ=MONTHLY"; takes FREQ=DAILY or FREQ=WEEKLY',
    ],
    [
      { rota: '{ id: speech, people: [ayse], from: "2026-02-30T09:00" }' },
      'got "2026-02-30T09:00"; takes a time that the clock of Europe/Istanbul shows',
    ],
    [
      {
        rota: '{ id: speech, people: [ayse], from: "2026-11-30T09:00", time_zone: Mars/Olympus }',
      },
      'got "Mars/Olympus"; takes an IANA name',
    ],
  ])("%j", (change, complaint) => {
    expect(complaintOf(fileWith(change))).toContain(complaint);
  });
});
