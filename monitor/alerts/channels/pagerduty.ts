import { Type } from "typebox";
import { alertChannel, type AlertMessage, ends, isoTime, jsonTo } from "./channel.ts";
import { address, secret } from "./settings.ts";
import { cutText } from "../../domain/cut-text.ts";

const MAX_SUMMARY_CHARACTERS = 1_024;

export const pagerduty = alertChannel({
  description: "PagerDuty's Events API v2: an alert is triggered, acknowledged and resolved there.",
  settings: {
    routing_key: secret("The integration key of an Events API v2 integration."),
    url: address(
      "In the EU https://events.eu.pagerduty.com/v2/enqueue.",
      "https://events.pagerduty.com/v2/enqueue",
    ),
    webhook_secret: Type.Optional(
      secret(
        "What PagerDuty signs its webhooks with, so that who acknowledges an alert there acknowledges it here.",
      ),
    ),
  },
  keepsAlerts: true,
  knowsRepeats: true,
  sendingOf: (message, { url, routing_key }) => jsonTo(url, { routing_key, ...eventOf(message) }),
});

function eventOf(message: AlertMessage): object {
  const { kind, dedupKey: dedup_key, title, severity, about, facts, links, url } = message;
  if (kind === "acknowledge") return { event_action: kind, dedup_key };
  if (ends(kind)) return { event_action: "resolve", dedup_key };
  return {
    event_action: "trigger",
    dedup_key,
    client: about.page,
    client_url: url,
    payload: {
      summary: cutText(title, MAX_SUMMARY_CHARACTERS),
      source: about.locations.join(", ") || about.page,
      severity,
      timestamp: isoTime(message.failingSinceMs),
      component: about.component,
      class: about.reason ?? about.rule,
      custom_details: Object.fromEntries(facts.map(({ label, value }) => [label, value])),
    },
    links: links.map((link) => ({ href: link.url, text: link.label })),
  };
}
