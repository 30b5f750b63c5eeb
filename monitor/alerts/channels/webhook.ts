import { Type } from "typebox";
import { alertChannel, type AlertMessage, isoTime, jsonTo } from "./channel.ts";
import { address } from "./settings.ts";

const TYPE_OF = {
  trigger: "alert.firing",
  repeat: "alert.repeated",
  escalate: "alert.escalated",
  acknowledge: "alert.acknowledged",
  resolve: "alert.resolved",
  withdraw: "alert.withdrawn",
  test: "alert.test",
} as const;

export const webhook = alertChannel({
  description: "A signed request as Standard Webhooks has it.",
  settings: {
    url: address("Where it is sent."),
    secret: Type.String({
      description:
        "What it is signed with: whsec_ and 24 to 64 bytes in base64. A secret: write it as ${NAME}.",
      pattern: "^(whsec_[A-Za-z0-9+/]{32,88}={0,2}|\\$\\{.*)$",
    }),
  },
  keepsAlerts: true,
  knowsRepeats: true,
  sendingOf: (message, { url, secret }) => ({
    ...jsonTo(url, bodyOf(message)),
    signingSecret: secret,
  }),
});

function bodyOf(message: AlertMessage): object {
  const { about, lastGoodMs, resolvedAtMs } = message;
  return {
    type: TYPE_OF[message.kind],
    timestamp: isoTime(message.sentAtMs),
    data: {
      id: message.dedupKey,
      severity: message.severity,
      title: message.title,
      page: about.page,
      rule: about.rule,
      component: about.component,
      check: about.check,
      locations: about.locations,
      reason: about.reason,
      failing_since: isoTime(message.failingSinceMs),
      last_good_at: lastGoodMs === null ? null : isoTime(lastGoodMs),
      acknowledged_by: message.acknowledgedBy,
      resolved_at: resolvedAtMs === null ? null : isoTime(resolvedAtMs),
      url: message.url,
      runbook_url: about.runbookUrl,
      console_url: message.consoleUrl,
      run_url: about.runUrl,
    },
  };
}
