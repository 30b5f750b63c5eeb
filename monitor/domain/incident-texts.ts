import { durationIn, type DurationTexts } from "#web-kit/language/duration.ts";
import { forEachLanguage, type Language, LANGUAGES } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import { fill, plural, type TextsOf } from "#web-kit/language/texts.ts";
import { causesOf, consequencesIn } from "./dependencies.ts";
import type { LocalizedText } from "./localized-text.ts";
import { CHECK_IMPACTS, type ComponentStatus } from "./component-status.ts";
import type { IncidentAction } from "./incident-plan.ts";
import type { ComponentNow } from "./incident-now.ts";
import { isReason } from "./reason.ts";
import { componentWords } from "./status-words.ts";
import { momentMark } from "./text-moments.ts";
import type english from "#languages/en/monitor/incidents.json";
import type englishReasons from "#languages/en/monitor/reasons.json";

/** The texts that automation publishes with an action. */
interface IncidentTexts {
  /** The incident's name from now on. */
  readonly name: LocalizedText;
  /** The update's body, with times as text-moments.ts stores them. */
  readonly body: LocalizedText;
}

/** Component names by id. */
export type ComponentNames = ReadonlyMap<string, LocalizedText>;

const texts = readTexts<TextsOf<typeof english>>("monitor/incidents.json");
const reasonTexts = readTexts<TextsOf<typeof englishReasons>>("monitor/reasons.json");
const durationTexts = readTexts<DurationTexts>("durations.json");

const listFormats = forEachLanguage(
  (language) => new Intl.ListFormat(LANGUAGES[language].locale, { type: "conjunction" }),
);

const worstFirst = CHECK_IMPACTS.toReversed();
const MAX_NAMES = 3;

/** Returns the name and the update of an incident: what fails, since when, and at the end for how long it failed. */
export function incidentTexts(
  action: IncidentAction,
  names: ComponentNames,
  componentCount: number,
): IncidentTexts {
  return {
    name: forEachLanguage((language) => nameOf(action.atWorst, names, componentCount, language)),
    body: forEachLanguage((language) => bodyOf(action, names, componentCount, language)),
  };
}

function nameOf(
  members: readonly ComponentNow[],
  names: ComponentNames,
  componentCount: number,
  language: Language,
): string {
  const { disruption, allComponents, severalComponents } = texts[language];
  const roots = namedOf(members);
  const worst = worstFirst.find((status) => roots.some((member) => member.status === status));
  const label = worst === undefined ? disruption : componentWords[worst][language];
  if (roots.length < members.length && roots.length <= MAX_NAMES) {
    return `${label}: ${namesOf(roots, names, language)}`;
  }
  // A number is that of all members, as they are listed below the name.
  const count = members.length;
  if (count === componentCount && count > 1) return `${label}: ${allComponents}`;
  if (count > MAX_NAMES) return `${label}: ${fill(severalComponents, { count })}`;
  return `${label}: ${namesOf(members, names, language)}`;
}

function bodyOf(
  action: IncidentAction,
  names: ComponentNames,
  componentCount: number,
  language: Language,
): string {
  const { allRecovered, everythingRecovered, notMonitored, resolved } = texts[language];
  const { kind, components, startedAtMs, recoveredAtMs } = action;
  if (kind === "monitor" && recoveredAtMs !== null) {
    const at = momentMark("time", recoveredAtMs);
    if (action.movedIds.size > 0) return passedOnText(action, at, names, language);
    return components.length === componentCount && componentCount > 1
      ? fill(everythingRecovered, { at })
      : plural(language, allRecovered, components.length, { at });
  }
  if (kind === "resolve") {
    if (recoveredAtMs === null) return notMonitored;
    return fill(resolved, {
      duration: durationIn(durationTexts[language], recoveredAtMs - startedAtMs),
      from: momentMark("time", startedAtMs),
      until: momentMark("time", recoveredAtMs),
    });
  }
  return troubleText(action, names, language);
}

/** Returns the body once an incident's own problem is over, though some of its components now fail for another one. */
function passedOnText(
  { components, movedIds }: IncidentAction,
  at: string,
  names: ComponentNames,
  language: Language,
): string {
  const own = texts[language];
  const members = components.filter(({ id }) => movedIds.has(id));
  const fails = sentence(own.passedOn, members, { names, language, values: {} });
  return [fill(own.problemOver, { at }), fails, own.monitoring].join(" ");
}

/** Returns the body while some components do not work: what fails, or what has recovered and what has not. */
function troubleText(action: IncidentAction, names: ComponentNames, language: Language): string {
  const own = texts[language];
  const { kind, components, changes } = action;
  const changed = changes.map(({ component }) => component);
  const impaired = components.filter(isImpaired);
  const { roots, consequences } = byCause(impaired);
  const ofCause = (causes: readonly ComponentNow[]): readonly ComponentNow[] =>
    consequences.filter(({ id }) => causesOf(id, impaired).some((cause) => causes.includes(cause)));
  const isWorse = changed.some(isImpaired);
  const say = (forms: Forms, members: readonly ComponentNow[], values = {}): string[] =>
    members.length === 0 ? [] : [sentence(forms, members, { names, language, values })];
  const withStatus = (status: ComponentStatus) =>
    changed.filter((one) => one.status === status && !action.movedIds.has(one.id));
  const leaving = changed.filter(({ id }) => action.movedIds.has(id));
  const faults = isWorse ? faultsOf(roots, language) : [];
  const [main, ...others] = faults;
  const isShared = main !== undefined && (others.length === 0 || main.components.length > 1);
  const failing = isShared
    ? say(own.failing, main.components, { fault: main.fault })
    : say(own.affected, isWorse ? roots : [], { subject: servicesText(roots.length, language) });
  const listed = isShared ? others : faults;
  const sentences = [
    ...(kind === "reopen" ? [own.again] : []),
    ...failing,
    ...(isShared ? say(own.consequences, ofCause(main.components)) : []),
    ...say(own.recovered, withStatus("operational")),
    ...say(own.passedOn, leaving),
    ...say(own.unknown, withStatus("unknown")),
    ...say(own.underMaintenance, withStatus("under_maintenance")),
    ...(isWorse ? [] : say(own.stillAffected, impaired)),
    impaired.length > 0 ? own.investigating : own.monitoring,
  ];
  const mentioned = new Set(isShared ? ofCause(main.components) : []);
  const lines = listed.map(({ fault, components: members }) => {
    // A consequence of several faults is mentioned with the first.
    const following = ofCause(members).filter((one) => !mentioned.has(one));
    for (const one of following) mentioned.add(one);
    const line = `• ${namesOf(members, names, language)}: ${fault}`;
    return [line, ...say(own.consequences, following)].join(". ");
  });
  const heading = isShared && lines.length > 0 ? [own.alsoAffected] : [];
  return [sentences.join(" "), ...heading, ...lines].join("\n");
}

/** Returns the members that an incident is named after: if some depend on others, those that fail for no other's sake. */
function namedOf(members: readonly ComponentNow[]): readonly ComponentNow[] {
  const ids = new Set(members.map(({ id }) => id));
  const areRelated = members.some(({ dependsOn }) => dependsOn.some((id) => ids.has(id)));
  const roots = byCause(members.filter(isImpaired)).roots;
  return areRelated && roots.length > 0 ? roots : members;
}

/** Splits components into root causes, and those that depend on one of the components that is down. */
function byCause(components: readonly ComponentNow[]) {
  const caused = consequencesIn(components);
  const explained = (component: ComponentNow) => isImpaired(component) && caused.has(component.id);
  return {
    roots: components.filter((component) => !explained(component)),
    consequences: components.filter(explained),
  };
}

/** Components with the same fault. */
interface Fault {
  readonly fault: string;
  readonly components: readonly ComponentNow[];
}

/** Groups components by the text of their fault, the largest group first. */
function faultsOf(components: readonly ComponentNow[], language: Language): Fault[] {
  const byFault = Map.groupBy(components, (component) => faultOf(component, language));
  return [...byFault]
    .map(([fault, alike]) => ({ fault, components: alike }))
    .toSorted((one, other) => other.components.length - one.components.length);
}

function faultOf({ status, reason }: ComponentNow, language: Language): string {
  if (isReason(reason)) return reasonTexts[language][reason];
  const { withoutReason } = texts[language];
  return withoutReason[worstFirst.find((one) => one === status) ?? "major_outage"];
}

type Forms = Parameters<typeof plural>[1];

/** Returns a sentence about several components, with their names if they are few, else their number, and since when. */
function sentence(
  forms: Forms,
  members: readonly ComponentNow[],
  {
    names,
    language,
    values,
  }: {
    readonly names: ComponentNames;
    readonly language: Language;
    readonly values: { readonly fault?: string; readonly subject?: string };
  },
): string {
  const count = members.length;
  const subject =
    count > MAX_NAMES ? servicesText(count, language) : subjectOf(members, names, language);
  const text = plural(language, forms, count, {
    subject,
    since: momentMark("since", Math.min(...members.map(({ sinceMs }) => sinceMs))),
    at: momentMark("time", Math.max(...members.map(({ sinceMs }) => sinceMs))),
    ...values,
  });
  return upperFirst(text, language);
}

function servicesText(count: number, language: Language): string {
  const number = texts[language].numbers[count - 1] ?? String(count);
  return plural(language, texts[language].services, count, { number });
}

/** Returns names as the subject of a sentence. */
function subjectOf(
  members: readonly ComponentNow[],
  names: ComponentNames,
  language: Language,
): string {
  return listFormats[language].format(members.map(({ id }) => names.get(id)?.[language] ?? id));
}

function namesOf(
  members: readonly ComponentNow[],
  names: ComponentNames,
  language: Language,
): string {
  return members.map(({ id }) => names.get(id)?.[language] ?? id).join(", ");
}

function isImpaired({ status }: ComponentNow): boolean {
  return worstFirst.some((one) => one === status);
}

function upperFirst(text: string, language: Language): string {
  return text.slice(0, 1).toLocaleUpperCase(LANGUAGES[language].locale) + text.slice(1);
}
