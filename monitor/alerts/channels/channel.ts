import type { Static, TObject, TProperties } from "typebox";
import type { AlertMessageKind, AlertSeverity } from "#migrations/status/alert-tables.ts";
import type { Language } from "#web-kit/language/languages.ts";

/** A message to one receiver, in its language. */
export interface AlertMessage {
  readonly kind: AlertMessageKind;
  /** Key that all messages about one alert share. */
  readonly dedupKey: string;
  /** Id that all messages about one cause share. */
  readonly thread: string;
  readonly beginsThread: boolean;
  /** Stays the same over all attempts, so that a receiver can drop repeats. */
  readonly messageId: string;
  readonly language: Language;
  readonly severity: AlertSeverity;
  readonly title: string;
  /** A sentence that says what is expected of the reader, if the facts do not show it; empty if the title says everything. */
  readonly text: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly links: readonly { readonly label: string; readonly url: string }[];
  /** The facts for programs, independent of language. */
  readonly about: {
    readonly page: string;
    readonly rule: string;
    readonly component: string;
    readonly check: string;
    readonly locations: readonly string[];
    readonly reason: string | null;
    readonly runbookUrl: string | null;
    /** The URL of the failed run; null if none is kept. */
    readonly runUrl: string | null;
  };
  /** The URL of the component's page. */
  readonly url: string;
  /** The URL of the alert in the console; null for a test, and if there is no console. */
  readonly consoleUrl: string | null;
  /** How it is acknowledged from the message itself; null where nobody is to acknowledge it. */
  readonly acknowledge: AcknowledgeButton | null;
  readonly failingSinceMs: number;
  readonly lastGoodMs: number | null;
  readonly acknowledgedBy: string | null;
  /** When it ended, recovered or not; null while it is open. */
  readonly resolvedAtMs: number | null;
  readonly sentAtMs: number;
}

/** A button by which the reader of a message acknowledges its alert. */
export interface AcknowledgeButton {
  readonly alertId: string;
  readonly label: string;
  /** A signed address for this receiver that takes a POST. */
  readonly url: string;
}

/** How a message is sent. */
export type Sending =
  | { readonly via: "mail"; readonly to: string }
  | {
      readonly via: "http";
      readonly url: string;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
      /** The secret for a Standard Webhooks signature; absent for receivers that do not verify signatures. */
      readonly signingSecret?: string;
    };

/** A channel for alerts: its settings in monitor.yaml, and what it sends. */
export interface AlertChannel {
  readonly description: string;
  readonly settings: TProperties;
  /** Whether the receiving service keeps an alert open until a message ends it. */
  readonly keepsAlerts: boolean;
  /** Whether the receiver treats messages with the same key as one; for other channels a repeat is marked as such. */
  readonly knowsRepeats: boolean;
  readonly sendingOf: (message: AlertMessage, settings: object) => Sending;
}

/** A channel as its file describes it, of which most keep no alerts and know no repeats. */
interface TypedChannel<Settings extends TProperties> extends Partial<
  Pick<AlertChannel, "keepsAlerts" | "knowsRepeats">
> {
  readonly description: string;
  readonly settings: Settings;
  readonly sendingOf: (message: AlertMessage, settings: Static<TObject<Settings>>) => Sending;
}

/** Returns a channel, whose settings must have been validated with its schema. */
export function alertChannel<Settings extends TProperties>(
  channel: TypedChannel<Settings>,
): AlertChannel {
  return {
    keepsAlerts: false,
    knowsRepeats: false,
    ...channel,
    sendingOf: (message, settings) =>
      channel.sendingOf(message, settings as Static<TObject<Settings>>),
  };
}

/** Returns how a request with a body in JSON is sent. */
export function jsonTo(url: string, body: object, headers?: Record<string, string>): Sending {
  return { via: "http", url, body: JSON.stringify(body), ...(headers && { headers }) };
}

/** Returns the address of a path of an API. */
export function below(url: string, path: string): string {
  return url.replace(/\/+$/, "") + path;
}

/** Returns whether a message is the last one about an alert: it recovered, or is not monitored any more. */
export function ends(kind: AlertMessageKind): boolean {
  return kind === "resolve" || kind === "withdraw";
}

/** Returns a message as lines of plain text, its title first. */
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
