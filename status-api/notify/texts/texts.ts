import type { ComponentStatus } from "#migrations/status/schema.ts";
import type { Language } from "../../states.ts";
import type { NoticeStatus } from "../notice.ts";
import { english } from "./english.ts";
import { turkish } from "./turkish.ts";

/** Every text of the messages to subscribers and of the pages that their links lead to, in one language. */
export interface NotifyTexts {
  /** BCP 47, for dates. */
  readonly locale: string;
  readonly status: Readonly<Record<NoticeStatus, string>>;
  readonly component: Readonly<Record<ComponentStatus, string>>;
  readonly affected: string;
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
  readonly pages: PageTexts;
}

/** Texts of the pages. */
export interface PageTexts {
  readonly toStatus: string;
  readonly language: string;
  readonly languageNames: Readonly<Record<Language, string>>;
  readonly allComponents: string;
  readonly onlyThese: string;
  readonly components: string;
  readonly noneChosen: string;
  readonly save: string;
  readonly secret: string;
  readonly confirmTitle: string;
  readonly confirmText: (address: string) => string;
  readonly confirmedTitle: string;
  readonly confirmedText: string;
  readonly manageTitle: string;
  readonly manageText: (address: string) => string;
  readonly savedTitle: string;
  readonly savedText: string;
  readonly unsubscribeTitle: string;
  readonly unsubscribeText: (address: string) => string;
  readonly endedTitle: string;
  readonly endedText: string;
  readonly unknownTitle: string;
  readonly unknownText: string;
  readonly signedUpTitle: string;
  readonly signedUp: Readonly<Record<"email" | "webhook" | "slack", string>>;
  readonly refusedTitle: string;
  readonly awayTitle: string;
  readonly awayText: string;
}

export const textsOf: Readonly<Record<Language, NotifyTexts>> = { en: english, tr: turkish };
