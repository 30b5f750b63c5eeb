import { isImpaired } from "#monitor/domain/incident-now.ts";
import { causesOf, type Observed } from "#monitor/domain/dependencies.ts";
import { areRelated } from "#monitor/domain/reason.ts";
import { languages, type Language } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";
import type alerts from "#languages/en/status-api/alerts.json";
import type automatic from "#languages/en/monitor/incidents.json";
import type page from "#languages/en/status-page/page.json";

/** How everything stands in a minute: what is true, and what is said of it. */
export interface OutageMoment {
  readonly components: readonly (Observed & {
    readonly name: Readonly<Record<Language, string>>;
  })[];
  readonly incidents: readonly AnnouncedIncident[];
  /** The first lines of the alerts that were sent in it, by the language of their receiver. */
  readonly alertTitles: Readonly<Record<Language, readonly string[]>>;
  /** Everything that readers get, by where and in which language. */
  readonly readings: readonly {
    readonly place: string;
    readonly language: Language;
    readonly text: string;
  }[];
}

/** An incident that is open. */
export interface AnnouncedIncident {
  readonly id: string;
  readonly status: string;
  readonly name: Readonly<Record<Language, string>>;
  readonly memberIds: readonly string[];
  /** The members that it tells of as failing. */
  readonly failingIds: readonly string[];
  /** The texts of its newest update, if that is of this minute. */
  readonly newest: Readonly<Record<Language, string>> | null;
}

const sentences = readTexts<TextsOf<typeof automatic>>("monitor/incidents.json");
const alertTexts = readTexts<TextsOf<typeof alerts>>("status-api/alerts.json");
const pageTexts = readTexts<TextsOf<typeof page>>("status-page/page.json");

/** Lists what is said in a moment that is not so. */
export function broken(moment: OutageMoment): string[] {
  return [
    ...moment.incidents.flatMap((incident) => [
      ...languages.flatMap((language) => namesAndCounts(incident, moment, language)),
      ...languages.flatMap((language) => recoveries(incident, moment, language)),
    ]),
    ...languages.flatMap((language) => alertRecoveries(moment, language)),
    ...languages.flatMap((language) => bannerLines(moment, language)),
    ...moment.readings.flatMap(({ place, language, text }) => {
      const [mark] = /\{\w+[:}]|undefined|\[object/.exec(text) ?? [];
      return mark === undefined ? [] : [`${place} / ${language}: shows ${mark}`];
    }),
    ...moment.readings.flatMap(({ place, language, text }) =>
      moment.incidents
        .filter(({ name }) => !text.includes(name[language]))
        .map(({ name }) => `${place} / ${language}: does not tell of “${name[language]}”`),
    ),
  ];
}

/** Returns the incidents that tell at once of faults that can have no common cause. */
export function unrelated({ components, incidents }: OutageMoment): string[] {
  return incidents
    .filter(({ failingIds }) => {
      const failing = components.filter((one) => failingIds.includes(one.id) && isImpaired(one));
      return failing.some((one) =>
        failing.some(
          (other) =>
            !areRelated(one.reason ?? null, other.reason ?? null) &&
            !causesOf(one.id, components).includes(other) &&
            !causesOf(other.id, components).includes(one),
        ),
      );
    })
    .map(({ id }) => id);
}

/** A name counts the members, or names some of them and nobody else. */
function namesAndCounts(
  { name, memberIds }: AnnouncedIncident,
  { components }: OutageMoment,
  language: Language,
): string[] {
  const title = name[language];
  const after = title.slice(title.indexOf(": ") + 2);
  const { allComponents, severalComponents } = sentences[language];
  if (after === allComponents) {
    return memberIds.length === components.length
      ? []
      : [`“${title}” has ${memberIds.length} members`];
  }
  const [before = "", behind = ""] = severalComponents.split("{count}");
  const count = Number(after.slice(before.length, after.length - behind.length));
  if (Number.isInteger(count) && after !== "") {
    return count === memberIds.length ? [] : [`“${title}” has ${memberIds.length} members`];
  }
  const members = components.filter(({ id }) => memberIds.includes(id));
  const strangers = after
    .split(", ")
    .filter((one) => !members.some((member) => member.name[language] === one));
  return strangers.map((one) => `“${title}” names ${one}, which is no member`);
}

/** What is told as recovered works, and whoever is named is a member. */
function recoveries(
  { memberIds, newest, name }: AnnouncedIncident,
  { components }: OutageMoment,
  language: Language,
): string[] {
  if (newest === null) return [];
  const text = newest[language];
  const own = sentences[language];
  const down = components.filter(isImpaired);
  const of = (what: string): string => `“${name[language]}” says ${what}: ${text}`;
  const headOf = (form: string): string => form.split(" ({")[0]!;
  const strangers = components.filter(
    (one) =>
      !memberIds.includes(one.id) && new RegExp(`(^|[ •,])${one.name[language]}\\b`).test(text),
  );
  const saysAll = text.includes(headOf(own.everythingRecovered));
  const saysAffected = Object.values(own.allRecovered).some((form) => text.includes(headOf(form)));
  const recoveredForms = [...new Set(Object.values(own.recovered))].map((form) =>
    headOf(form).replace("{subject}", ""),
  );
  const said = text
    .split(/(?<=[.])\s/)
    .filter((one) => recoveredForms.some((form) => one.includes(form)));
  const wrong = down.filter((one) =>
    said.some((sentence) => sentence.includes(one.name[language])),
  );
  return [
    ...strangers.map((one) => of(`something of ${one.id}, which is no member`)),
    ...(saysAll && down.length > 0 ? [of("that all services have recovered")] : []),
    ...(saysAffected && down.some(({ id }) => memberIds.includes(id))
      ? [of("that its services have recovered")]
      : []),
    ...wrong.map((one) => of(`that ${one.id} has recovered`)),
  ];
}

/** No alert is told as recovered of a component that is down. */
function alertRecoveries({ components, alertTitles }: OutageMoment, language: Language): string[] {
  const head = alertTexts[language].titles.resolve.split("{what}")[0]!;
  return alertTitles[language]
    .filter((title) => title.startsWith(head))
    .flatMap((title) =>
      components
        .filter((one) => isImpaired(one) && title.includes(one.name[language]))
        .map((one) => `the alert “${title}” is told while ${one.id} is down`),
    );
}

/** The banner names what is affected now, and nothing that is under maintenance. */
function bannerLines({ components, readings }: OutageMoment, language: Language): string[] {
  const down = components.filter(isImpaired);
  if (down.length === 0) return [];
  const { affected, allComponents } = pageTexts[language];
  const isAll = down.length === components.length;
  const names = down.map(({ name }) => name[language]).join(", ");
  const line = affected.replace("{components}", isAll ? allComponents : names);
  return readings
    .filter((reading) => reading.place === "overview" && reading.language === language)
    .filter(({ text }) => !text.includes(line))
    .map(() => `the banner does not say “${line}”`);
}
