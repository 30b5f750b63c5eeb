import type { Language } from "#web-kit/language/languages.ts";
import type { MessageKind } from "#status-api/page/subscriber-content.ts";
import { english } from "./english.ts";
import { turkish } from "./turkish.ts";

interface Message {
  readonly title: string;
  readonly text: string;
}

/** Everything that is said about a subscription that was asked for, in one language; browsers get the pages alone. */
export interface SubscriptionTexts {
  readonly feedsInstead: string;
  readonly again: string;
  readonly confirmTitle: string;
  readonly confirmText: (address: string) => string;
  readonly confirm: string;
  readonly unsubscribeTitle: string;
  readonly unsubscribeText: (address: string) => string;
  readonly unsubscribe: string;
  readonly manageTitle: string;
  readonly manageText: (address: string) => string;
  readonly secret: string;
  readonly secretHelp: string;
  readonly save: string;
  readonly message: Readonly<Record<MessageKind, Message>>;
}

/** The texts by language. */
export const TEXTS: Readonly<Record<Language, SubscriptionTexts>> = { en: english, tr: turkish };
