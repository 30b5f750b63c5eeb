import { clockIn } from "#web-kit/language/clock.ts";
import { forEachLanguage, type Language, LANGUAGES } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import { fill, plural, type TextsOf } from "#web-kit/language/texts.ts";
import type { LocalizedText } from "./localized-text.ts";
import type { ComponentChange, ComponentNow, IncidentAction } from "./incident-plan.ts";
import { isReason } from "./reason.ts";
import { componentWords } from "./status-words.ts";
import type english from "#languages/en/monitor/incidents.json";
import type englishReasons from "#languages/en/monitor/reasons.json";

/** What automation says with an action. */
interface IncidentTexts {
  /** The incident's name from now on. */
  readonly name: LocalizedText;
  /** The update's body. */
  readonly body: LocalizedText;
}

/** Component names by id. */
export type ComponentNames = ReadonlyMap<string, LocalizedText>;

const texts = readTexts<TextsOf<typeof english>>("monitor/incidents.json");
const reasonTexts = readTexts<TextsOf<typeof englishReasons>>("monitor/reasons.json");

const worstFirst = ["major_outage", "partial_outage", "degraded_performance"] as const;
const MAX_NAMES_IN_TITLE = 3;

/** Returns the name and the update of an incident: what failed, since when, and at the end for how long. Times are UTC. */
export function incidentTexts(
  action: IncidentAction,
  names: ComponentNames,
  componentCount: number,
): IncidentTexts {
  return {
    name: forEachLanguage((language) => nameOf(action.components, names, componentCount, language)),
    body: forEachLanguage((language) => bodyOf(action, names, language)),
  };
}

function nameOf(
  members: readonly ComponentNow[],
  names: ComponentNames,
  componentCount: number,
  language: Language,
): string {
  const { disruption, allComponents, severalComponents } = texts[language];
  const worst = worstFirst.find((status) => members.some((member) => member.status === status));
  const label = worst === undefined ? disruption : componentWords[worst][language];
  const count = members.length;
  if (count === componentCount && count > 1) return `${label}: ${allComponents}`;
  if (count > MAX_NAMES_IN_TITLE) return `${label}: ${fill(severalComponents, { count })}`;
  return `${label}: ${members.map(({ id }) => nameIn(names, id, language)).join(", ")}`;
}

function bodyOf(action: IncidentAction, names: ComponentNames, language: Language): string {
  const { again, allRecovered, investigating, notMonitored, resolved } = texts[language];
  const { kind, components, changes, startedAtMs } = action;
  if (components.length === 0) return notMonitored;
  const wellSinceMs = Math.max(...components.map(({ sinceMs }) => sinceMs));
  if (kind === "monitor") {
    return plural(language, allRecovered, components.length, {
      since: clock(wellSinceMs, language),
    });
  }
  if (kind === "resolve") {
    return plural(language, resolved, components.length, {
      duration: duration(wellSinceMs - startedAtMs, language),
      from: clock(startedAtMs, language),
      until: clock(wellSinceMs, language),
    });
  }
  const sentences = changes.map((change) => changeSentence(change, names, language));
  if (kind === "reopen") sentences.unshift(again);
  if (kind !== "update") sentences.push(investigating);
  return sentences.join(" ");
}

function changeSentence(
  { component }: ComponentChange,
  names: ComponentNames,
  language: Language,
): string {
  const { id, status, sinceMs, reason } = component;
  const { impaired, impairedBecause, recovered, underMaintenance, unknown } = texts[language];
  const facts = { name: nameIn(names, id, language), since: clock(sinceMs, language) };
  if (status === "unknown") return fill(unknown, facts);
  if (status === "under_maintenance") return fill(underMaintenance, facts);
  if (status === "operational") return fill(recovered, facts);
  const words = { ...facts, status: lowerFirst(componentWords[status][language], language) };
  return isReason(reason)
    ? fill(impairedBecause, { ...words, reason: reasonTexts[language][reason] })
    : fill(impaired, words);
}

function nameIn(names: ComponentNames, id: string, language: Language): string {
  return names.get(id)?.[language] ?? id;
}

function clock(timeMs: number, language: Language): string {
  return clockIn(language, new Date(timeMs).toISOString().slice(11, 16));
}

function duration(lengthMs: number, language: Language): string {
  const { hours, minutes } = texts[language];
  const all = Math.max(1, Math.round(lengthMs / 60_000));
  return all < 60
    ? plural(language, minutes, all)
    : fill(hours, { hours: Math.floor(all / 60), minutes: all % 60 });
}

function lowerFirst(text: string, language: Language): string {
  return text.slice(0, 1).toLocaleLowerCase(LANGUAGES[language].locale) + text.slice(1);
}
