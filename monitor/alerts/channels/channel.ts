import type { Static, TObject, TProperties } from "typebox";
import type { AlertMessageKind, AlertSeverity } from "#migrations/status/alert-tables.ts";
import type { Language } from "#web-kit/language/languages.ts";

/** What one receiver is told, in its language. */
export interface AlertMessage {
  readonly kind: AlertMessageKind;
  /** The same for all that is told of an alert. */
  readonly dedupKey: string;
  /** The same for all that a reader is told of one cause. */
  readonly thread: string;
  readonly beginsThread: boolean;
  /** Stays the same over all attempts, so that a receiver can drop repeats. */
  readonly messageId: string;
  readonly language: Language;
  readonly severity: AlertSeverity;
  readonly title: string;
  /** A sentence for those who cannot see from the facts what is asked of them; empty where the title says all. */
  readonly text: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** The same for programs, in no language. */
  readonly about: {
    readonly page: string;
    readonly rule: string;
    readonly component: string;
    readonly check: string;
    readonly locations: readonly string[];
    readonly reason: string | null;
    readonly runbookUrl: string | null;
    /** Where the run that failed is opened; null where none is kept. */
    readonly runUrl: string | null;
  };
  /** Where the component is shown. */
  readonly url: string;
  /** Where somebody on call takes care of it; null of a test, and where there is no console. */
  readonly consoleUrl: string | null;
  readonly failingSinceMs: number;
  readonly lastGoodMs: number | null;
  readonly acknowledgedBy: string | null;
  /** When it ended, recovered or not; null while it is open. */
  readonly resolvedAtMs: number | null;
  readonly sentAtMs: number;
}

/** How a message is sent. */
export type Sending =
  | { readonly via: "mail"; readonly to: string }
  | {
      readonly via: "http";
      readonly url: string;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** Of Standard Webhooks; left out for receivers that know no signatures. */
      readonly signingSecret?: string;
    };

/** A way to tell people on call: what it asks for in monitor.yaml, and what it sends. */
export interface AlertChannel {
  readonly description: string;
  readonly settings: TProperties;
  /** Whether it keeps an alert open until it is told of the end. */
  readonly keepsAlerts: boolean;
  /** Whether what comes twice, with the same key, is one alert there; to others a repeat is marked. */
  readonly knowsRepeats: boolean;
  readonly sendingOf: (message: AlertMessage, settings: object) => Sending;
}

interface TypedChannel<Settings extends TProperties> extends Omit<AlertChannel, "sendingOf"> {
  readonly settings: Settings;
  readonly sendingOf: (message: AlertMessage, settings: Static<TObject<Settings>>) => Sending;
}

/** Makes a channel, whose settings were read by its schema. */
export function alertChannel<Settings extends TProperties>(
  channel: TypedChannel<Settings>,
): AlertChannel {
  return {
    ...channel,
    sendingOf: (message, settings) =>
      channel.sendingOf(message, settings as Static<TObject<Settings>>),
  };
}

/** Whether nothing more is told of an alert after a message: it recovered, or nobody looks any more. */
export function ends(kind: AlertMessageKind): boolean {
  return kind === "resolve" || kind === "withdraw";
}

/** Writes a message as lines of plain text, its title first. */
export function plainText({ title, text, facts, links }: AlertMessage): string {
  return [
    title,
    ...(text === "" ? [] : [text]),
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...links.map(({ label, url }) => `${label}: ${url}`),
  ].join("\n");
}

export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
