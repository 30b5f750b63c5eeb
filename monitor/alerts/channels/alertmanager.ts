import { YEAR_MS } from "#units/time.ts";
import { alertChannel, type AlertMessage, below, isoTime, jsonTo, plainText } from "./channel.ts";
import { address } from "./settings.ts";

export const alertmanager = alertChannel({
  description:
    "Alertmanager's API v2, which routes and silences. It forgets alerts when it restarts: set repeat_minutes.",
  settings: { url: address("Where Alertmanager is, e.g. http://alertmanager:9093.") },
  keepsAlerts: true,
  knowsRepeats: true,
  sendingOf: (message, { url }) => jsonTo(below(url, "/api/v2/alerts"), [alertOf(message)]),
});

function alertOf(message: AlertMessage): object {
  const { about, severity, title, url, failingSinceMs, resolvedAtMs, sentAtMs } = message;
  return {
    // The labels identify the alert, so they stay the same from its beginning to its end.
    labels: {
      alertname: about.rule,
      severity,
      page: about.page,
      component: about.component,
      check: about.check,
    },
    annotations: {
      summary: title,
      description: plainText(message),
      ...(about.reason === null ? {} : { reason: about.reason }),
      ...(about.runbookUrl === null ? {} : { runbook_url: about.runbookUrl }),
    },
    startsAt: isoTime(failingSinceMs),
    // Without one, Alertmanager would end an open alert after its resolve_timeout.
    endsAt: isoTime(resolvedAtMs ?? sentAtMs + YEAR_MS),
    generatorURL: url,
  };
}
