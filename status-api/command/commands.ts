import { InvalidArgumentError, Option } from "commander";
import type { Static, TSchema } from "typebox";
import {
  AuditAnswer,
  EvidenceAnswer,
  IncidentAnswer,
  listAnswer,
  type ListAnswer,
  MaintenanceAnswer,
  SubscriberAnswer,
} from "../admin/answers.ts";
import { maintenanceSteps } from "../admin/maintenance-rules.ts";
import {
  auditText,
  endedText,
  evidenceText,
  incidentsText,
  incidentText,
  maintenancesText,
  maintenanceText,
  subscribersText,
} from "./answer-text.ts";
import { type Command, type Options, request, type RequestOf, required } from "./command.ts";
import { isExtension, readDuration, readMoment } from "./moment.ts";
import { saveEvidence } from "./save-evidence.ts";
import { translationOptions, translationsOf } from "./translation-options.ts";

const moment = (text: string): number => readMoment(text, Date.now());
const collect = (id: string, ids: readonly string[] = []): readonly string[] => [...ids, id];

const paging = [
  new Option("--limit <count>", "how many to list"),
  new Option("--before <id>", "list what is older than this one"),
];
const nameTranslations = translationOptions("name", "the name");
const newNames = [new Option("--name <text>", "a new name"), ...nameTranslations];
const bodyTranslations = translationOptions("body", "the text");
const neededTexts = [
  required("--body <text>", "the text; - reads standard input"),
  ...bodyTranslations,
];
const texts = [
  new Option("--body <text>", "the text; - reads standard input"),
  ...bodyTranslations,
];
const impact = new Option("--impact <impact>", "none, minor, major or critical");
const incidentStatus = new Option(
  "--status <status>",
  "investigating, identified, monitoring or resolved",
);
const components = new Option("--component <id>", "an affected one; repeatable").argParser(collect);
const since = new Option("--since <time>", "when it started").argParser(moment);
const from = new Option("--from <time>", "when it starts").argParser(moment);
const until = new Option("--until <time>", "when it ends").argParser(moment);
const length = new Option("--for <length>", "how long it lasts, like 1h30m")
  .argParser(readDuration)
  .conflicts("until");

const incident = (requestOf: RequestOf) => request(IncidentAnswer, incidentText, requestOf);
const maintenance = (requestOf: RequestOf) =>
  request(MaintenanceAnswer, maintenanceText, requestOf);

/** Every command of `npm run status`. */
export const commands: readonly Command[] = [
  {
    usage: "incident list",
    about: "list incidents, newest first",
    options: [new Option("--open", "only those that are not resolved"), ...paging],
    run: list("/incidents", IncidentAnswer, incidentsText, ({ open }) => ({
      status: open ? "unresolved" : undefined,
    })),
  },
  {
    usage: "incident show <id>",
    about: "show one with its updates",
    options: [],
    run: incident((_, id) => ({ path: at`/incidents/${id}` })),
  },
  {
    usage: "incident open <name>",
    about: "open one",
    options: [...neededTexts, ...nameTranslations, incidentStatus, impact, components, since],
    run: incident((options, name) => ({
      method: "POST",
      path: "/incidents",
      body: {
        ...incidentFields(options),
        impact: options.impact ?? "minor",
        name,
        components: options.component ?? [],
        started_at: isoOf(options.since),
      },
    })),
  },
  {
    usage: "incident update <id>",
    about: "add an update",
    options: [...neededTexts, ...newNames, incidentStatus, impact, components],
    run: incident((options, id) => ({
      method: "POST",
      path: at`/incidents/${id}/updates`,
      body: incidentFields(options),
    })),
  },
  {
    usage: "incident resolve <id>",
    about: "resolve one",
    options: texts,
    run: incident((options, id) => ({
      method: "POST",
      path: at`/incidents/${id}/resolve`,
      body: textFields(options),
    })),
  },
  {
    usage: "incident postmortem <id>",
    about: "write its postmortem",
    options: neededTexts,
    run: incident((options, id) => ({
      method: "POST",
      path: at`/incidents/${id}/postmortem`,
      body: textFields(options),
    })),
  },
  {
    usage: "maintenance list",
    about: "list maintenance, newest first",
    options: [new Option("--open", "only what is not over"), ...paging],
    run: list("/maintenances", MaintenanceAnswer, maintenancesText, ({ open }) => ({
      status: open ? "unfinished" : undefined,
    })),
  },
  {
    usage: "maintenance show <id>",
    about: "show one with its updates",
    options: [],
    run: maintenance((_, id) => ({ path: at`/maintenances/${id}` })),
  },
  {
    usage: "maintenance schedule <name>",
    about: "schedule one; it starts and ends by itself on time",
    options: [...neededTexts, ...nameTranslations, components, from, until, length],
    run: maintenance((options, name) => ({
      method: "POST",
      path: "/maintenances",
      body: {
        ...maintenanceFields(options),
        name,
        components: options.component ?? [],
        scheduled_until: isoOf(endOf(options)),
      },
    })),
  },
  {
    usage: "maintenance change <id>",
    about: "change its texts, times or components",
    options: [...texts, ...newNames, components, from, until],
    run: maintenance((options, id) => ({
      method: "PATCH",
      path: at`/maintenances/${id}`,
      body: maintenanceFields(options),
    })),
  },
  {
    usage: "maintenance extend <id> <time>",
    about: "move its end: +30m by half an hour",
    options: [],
    run: async (api, _, id = "", time = "") => {
      const path = at`/maintenances/${id}`;
      const fromMs = isExtension(time)
        ? Date.parse((await api.ask(MaintenanceAnswer, { path })).scheduled_until)
        : Date.now();
      const body = { scheduled_until: isoOf(readMoment(time, fromMs)) };
      const value = await api.ask(MaintenanceAnswer, { method: "PATCH", path, body });
      return { value, text: maintenanceText(value) };
    },
  },
  ...maintenanceSteps.map((step) => ({
    usage: `maintenance ${step} <id>`,
    about: `${step} one now`,
    options: texts,
    run: maintenance((options, id) => ({
      method: "POST",
      path: `${at`/maintenances/${id}/`}${step}`,
      body: textFields(options),
    })),
  })),
  {
    usage: "audit",
    about: "list who did what",
    options: [new Option("--of <id>", "to one incident or maintenance"), ...paging],
    run: list("/audit-log", AuditAnswer, auditText, ({ of }) => ({ subject: of })),
  },
  {
    usage: "evidence list",
    about: "list what failed speech checks left",
    options: [
      new Option("--check <id>", "of one check"),
      new Option("--component <id>", "of one component").argParser(collect),
      new Option("--incident <id>", "of an incident's components while it lasted"),
      ...paging,
    ],
    run: list("/evidence", EvidenceAnswer, evidenceText, (options) => ({
      check: options.check,
      component: options.component?.[0],
      incident: options.incident,
    })),
  },
  {
    usage: "evidence get <id>",
    about: "show what a failed speech check sent and heard",
    options: [new Option("--save <folder>", "save it there with its audio")],
    run: (api, { save }, id = "") => saveEvidence(api, id, save),
  },
  {
    usage: "subscribers list",
    about: "list who is notified",
    options: [new Option("--active", "only those who are notified now"), ...paging],
    run: list("/subscribers", SubscriberAnswer, subscribersText, ({ active }) => ({
      status: active ? "active" : undefined,
    })),
  },
  {
    usage: "subscribers remove <id>",
    about: "stop notifying one",
    options: [],
    run: request(SubscriberAnswer, endedText, (_, id) => ({
      method: "DELETE",
      path: at`/subscribers/${id}`,
    })),
  },
];

function list<Item extends TSchema>(
  path: string,
  item: Item,
  textOf: (list: ListAnswer<Static<Item>>) => string,
  filterOf: (options: Options) => Readonly<Record<string, string | undefined>>,
): Command["run"] {
  return request(listAnswer(item), textOf, (options) => {
    const { limit, before } = options;
    return { path, query: { limit, before, ...filterOf(options) } };
  });
}

function textFields(options: Options) {
  return { body: options.body, ...translationsOf("body", options) };
}

function namedFields(options: Options) {
  const { name, component } = options;
  const names = { name, ...translationsOf("name", options) };
  return { ...names, components: component, ...textFields(options) };
}

function incidentFields(options: Options) {
  return { ...namedFields(options), status: options.status, impact: options.impact };
}

function maintenanceFields(options: Options) {
  const times = { scheduled_for: isoOf(options.from), scheduled_until: isoOf(options.until) };
  return { ...namedFields(options), ...times };
}

function endOf({ from: startMs = Date.now(), until: endMs, for: lengthMs }: Options): number {
  if (endMs !== undefined) return endMs;
  if (lengthMs !== undefined) return startMs + lengthMs;
  throw new InvalidArgumentError("maintenance schedule takes --until <time> or --for <length>");
}

function isoOf(timeMs: number | undefined): string | undefined {
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}

/** A path with an id in it. */
function at([before = "", after = ""]: TemplateStringsArray, id = ""): string {
  return `${before}${encodeURIComponent(id)}${after}`;
}
