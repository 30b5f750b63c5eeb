import type { Language } from "#web-kit/language/languages.ts";
import type { Way } from "#status-api/routes/subscribers/content.ts";
import { english } from "./english.ts";
import { turkish } from "./turkish.ts";

/** A channel that messages go to. */
export type Channel = Exclude<Way, "feed">;

/** Everything that is said about subscribing, in one language. */
export interface SubscribeTexts {
  readonly subscribe: string;
  readonly intro: string;
  readonly close: string;
  readonly loading: string;
  readonly ways: string;
  readonly way: Readonly<Record<Way, string>>;
  readonly noMail: string;
  readonly address: Readonly<Record<Channel, string>>;
  readonly addressHelp: Readonly<Record<Channel, string>>;
  readonly components: string;
  readonly allComponents: string;
  readonly onlyThese: string;
  readonly language: string;
  readonly signUp: string;
  readonly sending: string;
  readonly done: string;
  readonly another: string;
  readonly refused: {
    readonly address: Readonly<Record<Channel, string>>;
    readonly noAddress: string;
    readonly noneChosen: string;
    readonly tooMany: string;
    readonly away: string;
    readonly unreachable: string;
    readonly other: string;
  };
  readonly toCorrect: (title: string) => string;
  readonly signedUpTitle: string;
  readonly signedUp: Readonly<Record<Channel, (address: string) => string>>;
  readonly next: Readonly<Record<Channel, string>>;
  readonly feedIntro: string;
  readonly atom: string;
  readonly rss: string;
  readonly statusJson: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly withoutDialog: string;
  readonly toStatus: string;
}

/** The texts by language. */
export const TEXTS: Readonly<Record<Language, SubscribeTexts>> = { en: english, tr: turkish };
