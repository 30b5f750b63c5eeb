import type { IncidentStatus, MaintenanceStatus } from "#migrations/status/schema.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { PageIdentity } from "#monitor/domain/page-identity.ts";
import { COMPONENT_STATUSES } from "#monitor/domain/component-status.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import { componentWords } from "#monitor/domain/status-words.ts";
import type {
  Incident,
  StatusEventComponent,
  StatusEventUpdate,
} from "#monitor/domain/status-event.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { momentInWords } from "../../texts/moments.ts";
import { messageTexts } from "../../texts/texts.ts";

/** The content of a message about an incident: everything up to the newest update that the message is about. */
export interface Notice {
  readonly page: {
    readonly id: string;
    readonly name: LocalizedText;
    /** Without a trailing slash. */
    readonly url: string;
    readonly timeZone: string;
    readonly overall: OverallStatus;
    readonly identity: PageIdentity;
  };
  readonly incident: Pick<
    Incident,
    "id" | "name" | "impact" | "startedAtMs" | "createdAtMs" | "monitoringAtMs" | "resolvedAtMs"
  > & {
    /** The announced begin and end; null for an incident. */
    readonly scheduledForMs: number | null;
    readonly scheduledUntilMs: number | null;
    readonly components: readonly StatusEventComponent[];
  };
  /** Newest first; the first one's status is the incident's. */
  readonly updates: readonly [NoticeUpdate, ...NoticeUpdate[]];
  readonly sentIds: ReadonlySet<string>;
}

export type NoticeUpdate = StatusEventUpdate<IncidentStatus | MaintenanceStatus>;

/** The links in a message to one subscriber. */
export type SubscriberLinks = ReturnType<typeof linksOf>;

export function linksOf(statusUrl: string, token: string) {
  const manage = `${statusUrl}/subscriptions/${token}`;
  return {
    page: `${statusUrl}/`,
    confirm: `${manage}/confirm`,
    manage,
    unsubscribe: `${manage}/unsubscribe`,
  };
}

/** Returns what applies to the whole incident: the times of a maintenance, and the components by status, worst first. */
export function incidentFacts(
  { page, incident, updates }: Notice,
  language: Language,
): (readonly [name: string, value: string])[] {
  const { scheduledForMs, scheduledUntilMs, components } = incident;
  const texts = messageTexts[language];
  const facts: (readonly [string, string])[] = [];
  if (scheduledForMs !== null && scheduledUntilMs !== null) {
    const [from, until] = [scheduledForMs, scheduledUntilMs].map((atMs) =>
      momentInWords(atMs, language, page.timeZone),
    );
    facts.push([texts.scheduled, `${from} – ${until}`]);
  }
  if (components.length === 0) return facts;
  const namesOf = (members: readonly StatusEventComponent[]): string =>
    members.map(({ name }) => name[language]).join(", ");
  const isWell = components.every(({ status }) => status === "operational");
  // How components are while a postmortem is written is no part of the incident.
  if (isWell || scheduledForMs !== null || updates[0].status === "postmortem")
    return [...facts, [texts.affected, namesOf(components)]];
  for (const status of COMPONENT_STATUSES.toReversed()) {
    const members = components.filter((component) => component.status === status);
    if (members.length > 0) facts.push([componentWords[status][language], namesOf(members)]);
  }
  return facts;
}
