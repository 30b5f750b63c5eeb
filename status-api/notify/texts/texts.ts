import type { Language } from "#web-kit/language/languages.ts";
import type { ComponentStatus } from "#migrations/status/schema.ts";
import type { NoticeStatus } from "../notice.ts";
import { english } from "./english.ts";
import { turkish } from "./turkish.ts";

/** Every text of the messages to subscribers, in one language. */
export interface NotifyTexts {
  /** BCP 47, for dates. */
  readonly locale: string;
  readonly status: Readonly<Record<NoticeStatus, string>>;
  readonly component: Readonly<Record<ComponentStatus, string>>;
  readonly affected: string;
  readonly allComponents: string;
  readonly scheduled: string;
  readonly earlier: string;
  readonly seeIncident: string;
  readonly becauseSubscribed: (page: string) => string;
  readonly manage: string;
  readonly unsubscribe: string;
  readonly confirmSubject: (page: string) => string;
  readonly confirmIntro: (page: string) => string;
  readonly confirm: string;
  readonly confirmElse: string;
  readonly knownSubject: (page: string) => string;
  readonly knownIntro: (page: string) => string;
  readonly knownElse: string;
  readonly slackSubscribed: (page: string) => string;
}

export const textsOf: Readonly<Record<Language, NotifyTexts>> = { en: english, tr: turkish };
