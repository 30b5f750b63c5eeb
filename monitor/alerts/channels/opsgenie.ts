import type { AlertSeverity } from "#migrations/status/alert-tables.ts";
import { alertChannel, type AlertMessage, below, jsonTo, plainText } from "./channel.ts";
import { address, secret } from "./settings.ts";
import { cutText } from "../../domain/cut-text.ts";

const MAX_MESSAGE_CHARACTERS = 130;
const MAX_DESCRIPTION_CHARACTERS = 15_000;
const PRIORITY_OF: Readonly<Record<AlertSeverity, string>> = {
  critical: "P1",
  warning: "P3",
  info: "P5",
};

export const opsgenie = alertChannel({
  description: "Opsgenie's Alert API; Jira Service Management takes the same.",
  settings: {
    api_key: secret("The key of an API integration."),
    url: address("In the EU https://api.eu.opsgenie.com.", "https://api.opsgenie.com"),
  },
  keepsAlerts: true,
  knowsRepeats: true,
  sendingOf: (message, { url, api_key }) =>
    jsonTo(below(url, `/v2/alerts${stepOf(message)}`), bodyOf(message), {
      authorization: `GenieKey ${api_key}`,
    }),
});

const STEPS: Readonly<Partial<Record<AlertMessage["kind"], string>>> = {
  acknowledge: "acknowledge",
  resolve: "close",
  withdraw: "close",
};

function stepOf({ kind, dedupKey }: AlertMessage): string {
  const step = STEPS[kind];
  return step === undefined ? "" : `/${encodeURIComponent(dedupKey)}/${step}?identifierType=alias`;
}

function bodyOf(message: AlertMessage): object {
  const { kind, dedupKey, title, severity, about } = message;
  if (STEPS[kind] !== undefined) return { source: about.page, note: title };
  return {
    message: cutText(title, MAX_MESSAGE_CHARACTERS),
    alias: dedupKey,
    description: cutText(plainText(message), MAX_DESCRIPTION_CHARACTERS),
    priority: PRIORITY_OF[severity],
    source: about.page,
    entity: about.component,
    tags: [about.component, about.check],
  };
}
