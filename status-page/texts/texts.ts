import type { Language } from "#web-kit/language/languages.ts";
import type { OverallKind } from "#monitor/domain/overall.ts";
import type { ComponentStatus } from "#monitor/domain/component-status.ts";
import { english } from "./english.ts";
import { turkish } from "./turkish.ts";

/** Everything the page says of its own, in one language; counts, names and times are handed in as text. */
export interface Texts {
  readonly languageName: string;
  readonly overall: Readonly<Record<OverallKind, string>>;
  readonly component: Readonly<Record<ComponentStatus, string>>;
  readonly pageDescription: (name: string) => string;
  readonly affected: (components: string) => string;
  readonly noReport: (components: string) => string;
  readonly noComponents: string;
  readonly firstChecks: string;
  readonly dataOf: string;
  readonly ungrouped: string;
  readonly since: string;
  readonly legend: string;
  readonly partlyObserved: string;
  readonly uptime: (percent: string) => string;
  readonly uptimeNoData: string;
  readonly observedFor: (duration: string) => string;
  readonly today: string;
  readonly daysAgo: (count: number) => string;
  readonly strip: (component: string) => string;
  readonly stripHelp: string;
  readonly observedPart: (observed: string, length: string, percent: string) => string;
  readonly notObserved: string;
  readonly dayTimeline: string;
  readonly dayIncidents: string;
  readonly previousDay: string;
  readonly nextDay: string;
  readonly closeDay: string;
  readonly history: string;
  readonly historyCaption: (component: string) => string;
  readonly historyDays: string;
  readonly historyStatus: string;
  readonly historyTimes: string;
  readonly allComponents: string;
  readonly ongoing: string;
  readonly units: {
    readonly days: string;
    readonly hours: string;
    readonly minutes: string;
    readonly seconds: string;
  };
  readonly lessThanASecond: string;
}

/** The page's texts by language. */
export const textsOf: Readonly<Record<Language, Texts>> = { en: english, tr: turkish };
