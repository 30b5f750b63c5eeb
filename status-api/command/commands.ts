import { InvalidArgumentError, Option } from "commander";
import * as answers from "../admin/answers.ts";
import { MAINTENANCE_STEPS } from "../admin/maintenance-rules.ts";
import { translationLanguages } from "../admin/text-fields.ts";
import type { Method } from "./admin-api.ts";
import * as text from "./answer-text.ts";
import { type Command, list, request } from "./command.ts";
import { isExtension, readDuration, readMoment } from "./moment.ts";
import { saveEvidence } from "./save-evidence.ts";

const englishNames = new Intl.DisplayNames("en", { type: "language" });

/** The languages of translations: `tr (Turkish)`. */
export const languageList = translationLanguages
  .map((language) => `${language} (${englishNames.of(language)})`)
  .join(", ");

const translations = (field: string, what: string): Option[] =>
  translationLanguages.map(
    (language) =>
      new Option(`--${field}-${language} <text>`, `${what} in ${englishNames.of(language)}`),
  );
const isoOf = (timeMs: number): string => new Date(timeMs).toISOString();
const time = (flags: string, about: string): Option =>
  new Option(flags, about).argParser((text) => isoOf(readMoment(text, Date.now())));
const collect = (id: string, ids: readonly string[] = []): readonly string[] => [...ids, id];

const paging = [
  new Option("--limit <count>", "how many to list"),
  new Option("--before <id>", "list what is older than this one"),
];
const nameTranslations = translations("name", "the name");
const newNames = [new Option("--name <text>", "a new name"), ...nameTranslations];
const bodyOption = () => new Option("--body <text>", "the text; - reads standard input");
const texts = [bodyOption(), ...translations("body", "the text")];
const neededTexts = [bodyOption().makeOptionMandatory(), ...translations("body", "the text")];
const impact = new Option("--impact <impact>", "none, minor, major or critical");
const incidentStatus = new Option(
  "--status <status>",
  "investigating, identified, monitoring or resolved",
);
const components = new Option("--component <id>", "an affected one; repeatable").argParser(collect);
const from = time("--from <time>", "when it starts");
const until = time("--until <time>", "when it ends");
const repeating = [
  new Option("--rrule <rule>", "how it repeats, like FREQ=WEEKLY;BYDAY=SU"),
  new Option("--time-zone <name>", "by whose clock; the page's unless given"),
];
const length = new Option("--for <length>", "how long it lasts, like 1h30m")
  .argParser(readDuration)
  .conflicts("until");

const incident = (method: Method, path: string, defaults?: object) =>
  request(answers.IncidentAnswer, text.incidentText, method, path, defaults);
const maintenance = (method: Method, path: string, defaults?: object) =>
  request(answers.MaintenanceAnswer, text.maintenanceText, method, path, defaults);

/** Plans a maintenance that lasts until a time, or for a length from its start. */
const schedule: Command["run"] = async (api, { for: lengthMs, ...options }, name) => {
  const { from = isoOf(Date.now()), until } = options as { from?: string; until?: string };
  if (until === undefined && lengthMs === undefined) {
    throw new InvalidArgumentError("maintenance schedule takes --until <time> or --for <length>");
  }
  const end = until ?? isoOf(Date.parse(from) + Number(lengthMs));
  const plan = maintenance("POST", "/maintenances", { components: [] });
  return plan(api, { ...options, until: end }, name ?? "");
};

/** Moves the end of a maintenance; a time like `+30m` counts from the current end. */
const extend: Command["run"] = async (api, _, id = "", time = "") => {
  const path = `/maintenances/${encodeURIComponent(id)}`;
  const fromMs = isExtension(time)
    ? Date.parse((await api.ask(answers.MaintenanceAnswer, { path })).scheduled_until)
    : Date.now();
  const until = isoOf(readMoment(time, fromMs));
  return maintenance("PATCH", "/maintenances/:id")(api, { until }, id);
};

/** Adds an override: a person who is on call for a rota in place of the one whose turn it is. */
const standIn: Command["run"] = (api, { from: beginsAt, until: endsAt, ...person }, ...rota) => {
  const path = "/on-call/:id/overrides";
  const override = request(answers.OnCallOverrideAnswer, text.overrideText, "POST", path);
  return override(api, { ...person, beginsAt, endsAt }, ...rota);
};

/** Every command of `npm run status` by its usage: its words, followed by its `<argument>`s. */
export const commands: Readonly<Record<string, Command>> = {
  "incident list": {
    about: "list incidents, newest first",
    options: [
      new Option("--open", "only those that are not resolved").preset("unresolved"),
      ...paging,
    ],
    run: list("/incidents", answers.IncidentAnswer, text.incidentColumns),
  },
  "incident show <id>": {
    about: "show one with its updates",
    run: incident("GET", "/incidents/:id"),
  },
  "incident open <name>": {
    about: "open one",
    options: [
      ...neededTexts,
      ...nameTranslations,
      incidentStatus,
      impact,
      components,
      time("--since <time>", "when it started"),
    ],
    run: incident("POST", "/incidents", { impact: "minor", components: [] }),
  },
  "incident update <id>": {
    about: "add an update",
    options: [...neededTexts, ...newNames, incidentStatus, impact, components],
    run: incident("POST", "/incidents/:id/updates"),
  },
  "incident resolve <id>": {
    about: "resolve one",
    options: texts,
    run: incident("POST", "/incidents/:id/resolve"),
  },
  "incident give-back <id>": {
    about: "let automation tell of one again that a person took over",
    run: incident("POST", "/incidents/:id/automation"),
  },
  "incident postmortem <id>": {
    about: "write its postmortem",
    options: neededTexts,
    run: incident("POST", "/incidents/:id/postmortem"),
  },
  "maintenance list": {
    about: "list maintenance, newest first",
    options: [new Option("--open", "only what is not over").preset("unfinished"), ...paging],
    run: list("/maintenances", answers.MaintenanceAnswer, text.maintenanceColumns),
  },
  "maintenance show <id>": {
    about: "show one with its updates",
    run: maintenance("GET", "/maintenances/:id"),
  },
  "maintenance schedule <name>": {
    about: "schedule one; it starts and ends by itself on time",
    options: [...neededTexts, ...nameTranslations, components, from, until, length, ...repeating],
    run: schedule,
  },
  "maintenance change <id>": {
    about: "change its texts, times or components",
    options: [...texts, ...newNames, components, from, until],
    run: maintenance("PATCH", "/maintenances/:id"),
  },
  "maintenance extend <id> <time>": {
    about: "move its end: +30m by half an hour",
    run: extend,
  },
  "maintenance repeat-no-more <id>": {
    about: "let none follow it",
    run: maintenance("PATCH", "/maintenances/:id", { rrule: null }),
  },
  ...Object.fromEntries(
    MAINTENANCE_STEPS.map((step) => [
      `maintenance ${step} <id>`,
      {
        about: `${step} one now`,
        options: texts,
        run: maintenance("POST", `/maintenances/:id/${step}`),
      },
    ]),
  ),
  "alerts list": {
    about: "list alerts, newest first",
    options: [new Option("--status <status>", "open or all").default("open"), ...paging],
    run: list("/alerts", answers.AlertAnswer, text.alertColumns),
  },
  "alerts acknowledge <id>": {
    about: "say that somebody takes care of one",
    run: request(answers.AlertAnswer, text.acknowledgedText, "POST", "/alerts/:id/acknowledge"),
  },
  "alerts test <receiver>": {
    about: "send a test alert to a receiver of monitor.yaml",
    run: request(answers.AlertTestAnswer, text.testedText, "POST", "/alerts/test/:id"),
  },
  "on-call list": {
    about: "list who is on call",
    run: list("/on-call", answers.RotaAnswer, text.rotaColumns),
  },
  "on-call override <rota>": {
    about: "say who stands in, from now unless --from says when",
    options: [
      new Option("--person <id>", "a person of monitor.yaml").makeOptionMandatory(),
      from,
      time("--until <time>", "when it ends").makeOptionMandatory(),
    ],
    run: standIn,
  },
  "on-call end <override>": {
    about: "end an override now",
    run: request(
      answers.OnCallOverrideAnswer,
      text.overrideEndedText,
      "DELETE",
      "/on-call/overrides/:id",
    ),
  },
  audit: {
    about: "list who did what",
    options: [new Option("--of <id>", "to one incident or maintenance"), ...paging],
    run: list("/audit-log", answers.AuditAnswer, text.auditColumns),
  },
  "evidence list": {
    about: "list what failed speech checks left",
    options: [
      new Option("--check <id>", "of one check"),
      new Option("--component <id>", "of one component"),
      new Option("--incident <id>", "of an incident's components while it lasted"),
      ...paging,
    ],
    run: list("/evidence", answers.EvidenceAnswer, text.evidenceColumns),
  },
  "evidence get <id>": {
    about: "show what a failed speech check sent and heard",
    options: [new Option("--save <folder>", "save it there with its audio")],
    run: saveEvidence,
  },
  "subscribers list": {
    about: "list who is notified",
    options: [
      new Option("--active", "only those who are notified now").preset("active"),
      new Option("--address <address>", "only this one"),
      ...paging,
    ],
    run: list("/subscribers", answers.SubscriberAnswer, text.subscriberColumns),
  },
  "subscribers remove <id>": {
    about: "stop notifying one",
    run: request(answers.SubscriberAnswer, text.endedText, "DELETE", "/subscribers/:id"),
  },
  "deliveries list": {
    about: "list messages that reached nobody",
    options: [
      new Option("--status <status>", "failed, pending or all").default("failed"),
      ...paging,
    ],
    run: list("/deliveries", answers.DeliveryAnswer, text.deliveryColumns),
  },
  "deliveries retry <id>": {
    about: "have one tried again",
    run: request(answers.DeliveryAnswer, text.retriedText, "POST", "/deliveries/:id/retry"),
  },
};
