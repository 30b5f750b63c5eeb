import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type {
  AlertAnswer,
  AuditAnswer,
  DeliveryAnswer,
  EvidenceAnswer,
  IncidentAnswer,
  ListAnswer,
  MaintenanceAnswer,
  OnCallOverrideAnswer,
  RotaAnswer,
  SubscriberAnswer,
} from "../admin/answers.ts";
import {
  acknowledgedText,
  alertColumns,
  auditColumns,
  type Columns,
  deliveryColumns,
  endedText,
  evidenceColumns,
  incidentColumns,
  incidentText,
  listText,
  maintenanceColumns,
  maintenanceText,
  overrideEndedText,
  overrideText,
  retriedText,
  rotaColumns,
  subscriberColumns,
  testedText,
} from "./answer-text.ts";

beforeAll(() => void vi.stubEnv("TZ", "UTC"));
afterAll(() => void vi.unstubAllEnvs());

const at = (time: string) => `2026-11-21T${time}:00.000Z`;

const update = {
  id: "u1",
  status: "investigating",
  body: "We look into it.",
  body_tr: null,
  created_at: at("09:01"),
  display_at: at("09:02"),
  affected_components: [],
};

const component = (id: string) => ({ id, name: id.toUpperCase(), status: "major_outage" });

const incident: IncidentAnswer = {
  id: "i1",
  name: "Search is slow",
  name_tr: null,
  status: "investigating",
  created_at: at("09:00"),
  updated_at: at("09:30"),
  components: [component("api"), component("web")],
  updates: [update],
  impact: "minor",
  automatic: true,
  started_at: at("08:55"),
  monitoring_at: null,
  resolved_at: null,
  evidence_path: "/admin/evidence",
};

const maintenance: MaintenanceAnswer = {
  ...incident,
  id: "m1",
  name: "New disks",
  status: "scheduled",
  updates: [],
  scheduled_for: at("20:00"),
  scheduled_until: at("21:30"),
  started_at: null,
  completed_at: null,
  repeats: null,
};

const evidence: EvidenceAnswer = {
  id: "e1",
  check_id: "tts",
  component_id: "speech",
  location: "ankara",
  slot: at("10:00"),
  attempt: 2,
  kept_at: at("10:01"),
  passed: false,
  result: "failed",
  reason: "bad_audio",
  asked: false,
  audio: [],
};

const audioOf = (name: string, bytes: number) => ({
  name,
  content_type: "audio/wav",
  bytes,
  path: "/",
});

const alert: AlertAnswer = {
  id: "a1",
  status: "firing",
  severity: "critical",
  rule: "speech",
  check: "tts",
  component: "voices",
  locations: [],
  reason: null,
  failing_since: at("10:00"),
  last_good_at: at("09:59"),
  fired_at: at("10:02"),
  told_at: null,
  escalated_at: null,
  acknowledged_at: null,
  acknowledged_by: null,
  resolved_at: null,
};

const delivery: DeliveryAnswer = {
  id: "d1",
  status: "pending",
  subscriber: "s1",
  channel: "email",
  address: "ada@example.com",
  incident: null,
  queued_at: at("10:00"),
  next_attempt_at: at("10:05"),
  attempts: 3,
  delivered_at: null,
  failed_at: null,
  error: null,
};

const subscriber: SubscriberAnswer = {
  id: "s1",
  channel: "email",
  address: "ada@example.com",
  language: "en",
  components: null,
  incident: null,
  created_at: at("10:00"),
  confirmed_at: at("10:01"),
  ended_at: null,
  ended_why: null,
};

const audit: AuditAnswer = {
  id: 7,
  at: at("10:00"),
  actor: "ada",
  vouched_by: null,
  action: "incident.open",
  subject: "i1",
  request_id: "r1",
  before: null,
  after: null,
};

const override: OnCallOverrideAnswer = {
  id: "o1",
  rota: "speech",
  person: "can",
  begins_at: at("10:00"),
  ends_at: at("18:00"),
  said_by: "ada",
};

const shift = (person: string, ends: string, overrideId: string | null = null) => ({
  person,
  name: person.toUpperCase(),
  begins_at: at("00:00"),
  ends_at: at(ends),
  override: overrideId,
  instead_of: null,
});

const rota = (shifts: RotaAnswer["shifts"]): RotaAnswer => ({
  id: "speech",
  time_zone: "UTC",
  rrule: "FREQ=WEEKLY",
  next_after_minutes: null,
  people: [],
  shifts,
});

/** Returns the cells of an item's row by the titles of their columns. */
function cells<Item>(columns: Columns<Item>, item: Item): Record<string, string> {
  return Object.fromEntries(
    Object.entries(columns).map(([title, cellOf]) => [title, cellOf(item)]),
  );
}

test("an incident's row says when automation still updates it, and its components", () => {
  expect(cells(incidentColumns, incident)).toEqual({
    id: "i1",
    status: "investigating (automatic)",
    impact: "minor",
    started: "2026-11-21 08:55 UTC",
    components: "api, web",
    name: "Search is slow",
  });
  expect(cells(incidentColumns, { ...incident, automatic: false, components: [] })).toMatchObject({
    status: "investigating",
    components: "-",
  });
});

test("a maintenance's row has its planned times", () => {
  expect(cells(maintenanceColumns, maintenance)).toEqual({
    id: "m1",
    status: "scheduled",
    from: "2026-11-21 20:00 UTC",
    until: "2026-11-21 21:30 UTC",
    components: "api, web",
    name: "New disks",
  });
});

test("an audit entry's row says who did what, and who vouched", () => {
  expect(cells(auditColumns, audit)).toEqual({
    id: "7",
    at: "2026-11-21 10:00 UTC",
    actor: "ada",
    "vouched by": "-",
    action: "incident.open",
    subject: "i1",
    request: "r1",
  });
  expect(cells(auditColumns, { ...audit, vouched_by: "proxy" })).toMatchObject({
    "vouched by": "proxy",
  });
});

test("an evidence's row has the size of each recording, rounded up", () => {
  const audio = [audioOf("sent", 1024), audioOf("received", 1025)];
  expect(cells(evidenceColumns, { ...evidence, audio })).toEqual({
    id: "e1",
    check: "tts",
    location: "ankara",
    slot: "2026-11-21 10:00 UTC",
    result: "failed",
    reason: "bad_audio",
    audio: "sent 1 KiB, received 2 KiB",
  });
  expect(cells(evidenceColumns, { ...evidence, reason: null })).toMatchObject({
    reason: "-",
    audio: "-",
  });
});

test("an alert's row says since when, why, and who has acknowledged it", () => {
  expect(cells(alertColumns, alert)).toEqual({
    id: "a1",
    status: "firing",
    severity: "critical",
    component: "voices",
    check: "tts",
    since: "2026-11-21 10:00 UTC",
    reason: "-",
    by: "-",
  });
  const acknowledged = { ...alert, reason: "timeout", acknowledged_by: "ada" };
  expect(cells(alertColumns, acknowledged)).toMatchObject({ reason: "timeout", by: "ada" });
  expect(acknowledgedText(acknowledged)).toBe("a1 is acknowledged by ada");
});

test("a rota's row names who is on call, who is next, and who stands in", () => {
  const shifts = [shift("ada", "09:00"), shift("can", "17:00", "o1"), shift("eda", "20:00", "o2")];
  expect(cells(rotaColumns, rota(shifts))).toEqual({
    id: "speech",
    "on call": "ada",
    until: "2026-11-21 09:00 UTC",
    next: "can",
    overrides: "o1 (can), o2 (eda)",
  });
  expect(cells(rotaColumns, rota([shift("ada", "09:00")]))).toMatchObject({
    "on call": "ada",
    next: "-",
    overrides: "-",
  });
  expect(cells(rotaColumns, rota([]))).toMatchObject({ "on call": "-", until: "-", next: "-" });
});

test("a delivery's row has its attempts, and what went wrong", () => {
  expect(cells(deliveryColumns, delivery)).toEqual({
    id: "d1",
    status: "pending",
    channel: "email",
    address: "ada@example.com",
    queued: "2026-11-21 10:00 UTC",
    attempts: "3",
    incident: "-",
    error: "-",
  });
  expect(cells(deliveryColumns, { ...delivery, incident: "i1", error: "550" })).toMatchObject({
    incident: "i1",
    error: "550",
  });
});

test.each<[Partial<SubscriberAnswer>, { readonly components: string; readonly state: string }]>([
  [{}, { components: "all", state: "active" }],
  [
    { components: ["api", "web"], confirmed_at: null },
    { components: "api, web", state: "not confirmed" },
  ],
  [
    { components: ["api"], confirmed_at: null, ended_why: "bounced" },
    { components: "api", state: "bounced" },
  ],
])("a subscriber's row with %j", (change, expected) => {
  expect(cells(subscriberColumns, { ...subscriber, ...change })).toEqual({
    id: "s1",
    channel: "email",
    address: "ada@example.com",
    since: "2026-11-21 10:00 UTC",
    ...expected,
  });
});

test("an incident is shown with its facts in a column and its updates, in every language they have", () => {
  const body = "Line one.\n\nLine two.";
  const updates = [{ ...update, status: "identified", body, body_tr: "Bir." }, update];
  expect(incidentText({ ...incident, updates })).toBe(
    `incident    Search is slow (i1)
status      investigating, minor, automatic
components  api, web
started     2026-11-21 08:55 UTC

2026-11-21 09:02 UTC  identified
  Line one.

  Line two.
  Bir.
2026-11-21 09:02 UTC  investigating
  We look into it.
`,
  );
  const resolved = { ...incident, automatic: false, resolved_at: at("09:40"), updates: [] };
  expect(incidentText(resolved)).toContain("status      investigating, minor\n");
  expect(incidentText(resolved)).toContain("resolved    2026-11-21 09:40 UTC\n\n");
});

test("a maintenance is shown without the facts that it does not have yet", () => {
  const planned = `maintenance  New disks (m1)
status       scheduled
components   api, web
from         2026-11-21 20:00 UTC
until        2026-11-21 21:30 UTC
`;
  expect(maintenanceText(maintenance)).toBe(`${planned}\n`);
  const repeats = { rrule: "FREQ=WEEKLY", time_zone: "Europe/Istanbul" };
  const over = { ...maintenance, started_at: at("20:01"), completed_at: at("21:02"), repeats };
  expect(maintenanceText(over)).toBe(
    `${planned}started      2026-11-21 20:01 UTC
completed    2026-11-21 21:02 UTC
repeats      FREQ=WEEKLY (Europe/Istanbul)

`,
  );
});

test("a list is a table with columns as wide as their widest cell", () => {
  const columns: Columns<string> = {
    id: (item) => item,
    twice: (item) => item + item,
    end: () => "",
  };
  const list = (data: string[], has_more: boolean): ListAnswer<string> => ({
    data,
    has_more,
  });
  expect(listText(list(["abc", "d"], false), columns)).toBe(
    "id   twice   end\nabc  abcabc\nd    dd\n",
  );
  expect(listText(list(["abc", "d"], true), columns)).toBe(
    "id   twice   end\nabc  abcabc\nd    dd\nThere are more: --before d\n",
  );
  expect(listText(list([], true), columns)).toBe("(none)\n");
});

test("what was done is said in one line", () => {
  expect(testedText({ id: "t1", receiver: "ada", channel: "sms" })).toBe(
    "a test alert is on its way to ada (sms)",
  );
  expect(overrideText(override)).toBe(
    "can is on call for speech from 2026-11-21 10:00 UTC until 2026-11-21 18:00 UTC (o1)",
  );
  expect(overrideEndedText(override)).toBe("o1 is over; speech goes on by its turns");
  expect(retriedText(delivery)).toBe("Delivery d1 to ada@example.com is pending.\n");
  expect(endedText({ ...subscriber, ended_why: "removed" })).toBe(
    "ada@example.com is no longer notified (removed).\n",
  );
  expect(endedText(subscriber)).toBe("ada@example.com is no longer notified (-).\n");
});
