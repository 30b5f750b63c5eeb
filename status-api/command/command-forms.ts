import { maintenanceSteps } from "../admin/maintenance-rules.ts";
import type { Command, GivenTexts, IncidentFields, Names, NewEnd, Page } from "./command.ts";
import { isExtension, readDuration, readMoment } from "./moment.ts";
import type { OptionName, Values } from "./options.ts";
import { UsageError } from "./usage-error.ts";

const paging: readonly OptionName[] = ["limit", "before"];
const texts: readonly OptionName[] = ["body", "body-tr"];

/** What is given to a command. */
export interface Given {
  readonly values: Values;
  /** What it takes as its one argument, asked for by its name. */
  readonly argument: (what: string) => string;
  /** An option that it cannot do without. */
  readonly required: (option: "body") => string;
  readonly nowMs: number;
}

export interface CommandForm {
  /** How many words it takes after its own. */
  readonly takes: number;
  readonly options: readonly OptionName[];
  readonly read: (given: Given) => Command;
}

/** Every command, by its words. */
export const forms: Readonly<Record<string, CommandForm>> = {
  "incident list": listForm("list-incidents"),
  "incident show": {
    takes: 1,
    options: [],
    read: ({ argument }) => ({ verb: "show-incident", id: argument("the id of an incident") }),
  },
  "incident open": {
    takes: 1,
    options: [...texts, "name-tr", "status", "impact", "component", "since"],
    read: ({ values, argument, required, nowMs }) => ({
      verb: "open-incident",
      ...incidentFields(values),
      name: argument("the incident's name"),
      body: required("body"),
      since: momentOf(values, "since", nowMs),
    }),
  },
  "incident update": {
    takes: 1,
    options: [...texts, "name", "name-tr", "status", "impact", "component"],
    read: ({ values, argument, required }) => ({
      verb: "update-incident",
      ...incidentFields(values),
      id: argument("the id of an incident"),
      body: required("body"),
    }),
  },
  "incident resolve": {
    takes: 1,
    options: texts,
    read: ({ values, argument }) => ({
      verb: "resolve-incident",
      id: argument("the id of an incident"),
      ...textFields(values),
    }),
  },
  "incident postmortem": {
    takes: 1,
    options: texts,
    read: ({ values, argument, required }) => ({
      verb: "write-postmortem",
      ...textFields(values),
      id: argument("the id of an incident"),
      body: required("body"),
    }),
  },
  "maintenance list": listForm("list-maintenances"),
  "maintenance show": {
    takes: 1,
    options: [],
    read: ({ argument }) => ({ verb: "show-maintenance", id: argument("the id of a maintenance") }),
  },
  "maintenance schedule": {
    takes: 1,
    options: [...texts, "name-tr", "component", "from", "until", "for"],
    read: ({ values, argument, required, nowMs }) => ({
      verb: "schedule-maintenance",
      ...nameFields(values),
      ...textFields(values),
      name: argument("the maintenance's name"),
      body: required("body"),
      from: momentOf(values, "from", nowMs),
      until: endOf(values, nowMs),
    }),
  },
  "maintenance change": {
    takes: 1,
    options: [...texts, "name", "name-tr", "component", "from", "until"],
    read: ({ values, argument, nowMs }) => ({
      verb: "change-maintenance",
      id: argument("the id of a maintenance"),
      ...nameFields(values),
      ...textFields(values),
      from: momentOf(values, "from", nowMs),
      until: momentOf(values, "until", nowMs),
    }),
  },
  "maintenance extend": {
    takes: 2,
    options: [],
    read: ({ argument, nowMs }) => ({
      verb: "extend-maintenance",
      id: argument("the id of a maintenance"),
      end: newEndOf(argument("a time, like +30m"), nowMs),
    }),
  },
  ...Object.fromEntries(
    maintenanceSteps.map((step): [string, CommandForm] => [
      `maintenance ${step}`,
      {
        takes: 1,
        options: texts,
        read: ({ values, argument }) => ({
          verb: "step-maintenance",
          step,
          id: argument("the id of a maintenance"),
          ...textFields(values),
        }),
      },
    ]),
  ),
  audit: {
    takes: 0,
    options: [...paging, "of"],
    read: ({ values }) => ({ verb: "audit", subject: values.of, page: pageOf(values) }),
  },
  "evidence list": {
    takes: 0,
    options: [...paging, "check", "component", "incident"],
    read: ({ values }) => ({
      verb: "list-evidence",
      check: values.check,
      component: values.component?.[0],
      incident: values.incident,
      page: pageOf(values),
    }),
  },
  "evidence get": {
    takes: 1,
    options: ["save"],
    read: ({ values, argument }) => ({
      verb: "get-evidence",
      id: argument("the id of evidence"),
      directory: values.save,
    }),
  },
  "subscribers list": {
    takes: 0,
    options: [...paging, "active"],
    read: ({ values }) => ({
      verb: "list-subscribers",
      active: values.active === true,
      page: pageOf(values),
    }),
  },
  "subscribers remove": {
    takes: 1,
    options: [],
    read: ({ argument }) => ({ verb: "remove-subscriber", id: argument("the id of a subscriber") }),
  },
};

function listForm(verb: "list-incidents" | "list-maintenances"): CommandForm {
  return {
    takes: 0,
    options: [...paging, "open"],
    read: ({ values }) => ({ verb, open: values.open === true, page: pageOf(values) }),
  };
}

function pageOf({ limit, before }: Values): Page {
  return { limit, before };
}

function textFields(values: Values): GivenTexts {
  return { body: values.body, body_tr: values["body-tr"] };
}

function nameFields(values: Values): Names {
  return { name: values.name, name_tr: values["name-tr"], components: values.component };
}

function incidentFields(values: Values): IncidentFields {
  const { status, impact } = values;
  return { ...nameFields(values), ...textFields(values), status, impact };
}

function momentOf(
  values: Values,
  option: "since" | "from" | "until",
  nowMs: number,
): number | undefined {
  const text = values[option];
  return text === undefined ? undefined : readMoment(`--${option}`, text, nowMs);
}

function endOf(values: Values, nowMs: number): number {
  const until = momentOf(values, "until", nowMs);
  if ((until === undefined) === (values.for === undefined)) {
    throw new UsageError("maintenance schedule takes --until TIME or --for LENGTH, one of them");
  }
  const fromMs = momentOf(values, "from", nowMs) ?? nowMs;
  return until ?? fromMs + readDuration("--for", values.for ?? "");
}

function newEndOf(text: string, nowMs: number): NewEnd {
  return isExtension(text)
    ? { laterByMs: readMoment("maintenance extend", text, 0) }
    : { atMs: readMoment("maintenance extend", text, nowMs) };
}
