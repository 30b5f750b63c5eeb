import { expect, test } from "vitest";
import { type IncidentFacts, type SaidOfIncident, saidOf } from "./incident-rules.ts";

const open: IncidentFacts = {
  status: "investigating",
  impact: "minor",
  monitoringAtMs: null,
  resolvedAtMs: null,
};
const watched: IncidentFacts = { ...open, status: "monitoring", monitoringAtMs: 5 };
const resolved: IncidentFacts = { ...watched, status: "resolved", resolvedAtMs: 9 };
const closed: IncidentFacts = { ...resolved, status: "postmortem" };

test.each<[string, IncidentFacts, SaidOfIncident, IncidentFacts]>([
  ["a remark leaves it as it is", open, {}, open],
  [
    "what is found is identified",
    open,
    { status: "identified" },
    { ...open, status: "identified" },
  ],
  ["its impact may change alone", open, { impact: "critical" }, { ...open, impact: "critical" }],
  [
    "monitoring is dated to when it began",
    open,
    { status: "monitoring" },
    { ...open, status: "monitoring", monitoringAtMs: 20 },
  ],
  ["monitoring that goes on keeps its date", watched, { status: "monitoring" }, watched],
  ["back to investigating, nobody watches", watched, { status: "investigating" }, open],
  ["its end is dated", watched, { status: "resolved" }, { ...resolved, resolvedAtMs: 20 }],
  ["a remark on its end moves nothing", resolved, {}, resolved],
  ["it is resolved once", resolved, { status: "resolved" }, resolved],
  ["resolved by mistake it is opened again", resolved, { status: "investigating" }, open],
  ["a postmortem follows its end", resolved, { status: "postmortem" }, closed],
  ["a postmortem may be added to", closed, { status: "postmortem" }, closed],
])("%s", (_, incident, said, expected) => {
  expect(saidOf(incident, said, 20)).toEqual(expected);
});

test.each<[IncidentFacts, SaidOfIncident, string]>([
  [open, { status: "postmortem" }, "the incident is investigating; a postmortem follows its end"],
  [closed, { status: "identified" }, "the incident is closed with its postmortem"],
  [closed, { status: "resolved" }, "the incident is closed with its postmortem"],
])("refuses %j with %j", (incident, said, message) => {
  expect(() => saidOf(incident, said, 20)).toThrow(message);
});
