import { permalink, updateEntry } from "../../documents/status-event-entry.ts";
import { optionalTimestamp, timestamp } from "../../documents/timestamp.ts";
import type { Notice } from "../messages/notice.ts";
import {
  type Channel,
  endpointMessageId,
  type IncidentMessage,
  type Recipient,
  toEndpoints,
  type Welcome,
} from "./channel.ts";

/** Requests signed according to Standard Webhooks, with the bodies of Statuspage's webhooks: one for each update. */
export const webhook: Channel = {
  ...toEndpoints,
  gathersUpdates: false,
  isSigned: true,
  welcomeOf: (welcome) => ({
    body: confirmationBody(welcome),
    id: `msg_${welcome.recipient.id}_${welcome.messageId}`,
    signingSecret: secretOf(welcome.recipient),
  }),
  updateOf: (message) => ({
    body: webhookBody(message),
    id: endpointMessageId(message),
    signingSecret: secretOf(message.recipient),
  }),
};

function secretOf({ signingSecret }: Recipient): string {
  if (signingSecret === null) throw new Error("the webhook has no signing secret");
  return signingSecret;
}

/** The statuses of what is over, and those of what is over or being monitored. */
const END_STATES: ReadonlySet<string> = new Set(["resolved", "postmortem", "completed"]);
const MONITORING_STATES: ReadonlySet<string> = new Set(["monitoring", ...END_STATES]);

/**
 * Returns the body of a webhook: that of Statuspage's incident webhooks, with `type`, `timestamp` and the id of its update. The
 * incident is shown as of that update; texts are in the subscriber's language.
 */
export function webhookBody({ recipient, notice }: IncidentMessage): string {
  const { language } = recipient;
  const { page, incident, updates } = notice;
  const [newest] = updates;
  return JSON.stringify({
    type: typeOf(notice),
    timestamp: timestamp(newest.displayAtMs),
    update_id: newest.id,
    meta: metaOf(recipient),
    page: {
      id: page.id,
      name: page.name[language],
      url: page.url,
      status_indicator: page.overall.indicator,
      status_description: page.overall.description,
    },
    incident: {
      id: incident.id,
      name: incident.name[language],
      status: newest.status,
      impact: incident.impact,
      shortlink: permalink(page, incident.id),
      page_id: page.id,
      started_at: timestamp(incident.startedAtMs),
      created_at: timestamp(incident.createdAtMs),
      updated_at: timestamp(newest.updatedAtMs),
      monitoring_at: optionalTimestamp(
        MONITORING_STATES.has(newest.status) ? incident.monitoringAtMs : null,
      ),
      resolved_at: optionalTimestamp(END_STATES.has(newest.status) ? incident.resolvedAtMs : null),
      scheduled_for: optionalTimestamp(incident.scheduledForMs),
      scheduled_until: optionalTimestamp(incident.scheduledUntilMs),
      incident_updates: updates.map((update) => updateEntry(update, incident.id, language)),
      components: incident.components.map((component) => ({
        id: component.id,
        name: component.name[language],
        description: component.description[language],
        status: component.status,
        group_id: component.groupId,
        position: component.position,
      })),
    },
  });
}

/** Returns the body that asks an endpoint to confirm its subscription; a 2xx answer confirms it. */
function confirmationBody({ recipient, page, requestedAtMs }: Welcome): string {
  const { id, components, incidentId, language, signingSecret, links } = recipient;
  return JSON.stringify({
    type: "subscription.confirm",
    timestamp: timestamp(requestedAtMs),
    page,
    subscription: {
      id,
      components,
      incident: incidentId,
      language,
      signing_secret: signingSecret,
      manage: links.manage,
    },
    meta: metaOf(recipient),
  });
}

function metaOf({ links }: Recipient): object {
  return {
    unsubscribe: links.unsubscribe,
    documentation: "https://www.standardwebhooks.com/",
  };
}

function typeOf({ incident, updates }: Notice): string {
  const family = incident.scheduledForMs === null ? "incident" : "maintenance";
  if (updates.length === 1) return `${family}.created`;
  if (updates[0].status === "resolved") return `${family}.resolved`;
  return updates[0].status === "completed" ? `${family}.completed` : `${family}.updated`;
}
