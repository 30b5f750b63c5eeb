import type { Language } from "#web-kit/language/languages.ts";
import type { Way } from "#status-api/page/subscriber-content.ts";
import { english } from "./english.ts";
import { turkish } from "./turkish.ts";

/** A channel that messages go to. */
export type Channel = Exclude<Way, "feed">;

/** What is said about one channel, in one language. */
export interface ChannelTexts {
  readonly name: string;
  /** The label of its address. */
  readonly address: string;
  readonly addressHelp: string;
  readonly invalidAddress: string;
  /** What happened on a sign-up, and what comes next. */
  readonly signedUp: (address: string) => string;
  readonly next: string;
}

/** Everything that is said about subscribing, in one language. */
export interface SubscribeTexts {
  readonly subscribe: string;
  readonly intro: string;
  readonly close: string;
  readonly loading: string;
  readonly ways: string;
  readonly feed: string;
  readonly channels: Readonly<Record<Channel, ChannelTexts>>;
  readonly noMail: string;
  readonly components: string;
  readonly allComponents: string;
  readonly onlyThese: string;
  readonly language: string;
  readonly signUp: string;
  readonly sending: string;
  readonly done: string;
  readonly another: string;
  readonly refused: {
    readonly noAddress: string;
    readonly noneChosen: string;
    readonly tooMany: string;
    readonly away: string;
    readonly unreachable: string;
    readonly other: string;
  };
  readonly toCorrect: (title: string) => string;
  readonly signedUpTitle: string;
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
