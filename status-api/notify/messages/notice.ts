import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type {
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
} from "#migrations/status/schema.ts";
import type { OverallStatus } from "#monitor/domain/overall.ts";
import type { StoryComponent, StoryUpdate } from "#monitor/domain/story.ts";

/** The states of incidents and of maintenance. */
export type NoticeStatus = IncidentStatus | MaintenanceStatus;

/** What subscribers are told of an incident: all of it up to the newest update that the message tells. */
export interface Notice {
  readonly page: {
    readonly id: string;
    readonly name: LocalizedText;
    /** IANA name. */
    readonly timeZone: string;
    readonly overall: OverallStatus;
  };
  readonly incident: {
    readonly id: string;
    readonly name: LocalizedText;
    readonly impact: IncidentImpact;
    readonly startedAtMs: number;
    readonly createdAtMs: number;
    readonly resolvedAtMs: number | null;
    /** Begin and end as announced; null unless it is a maintenance. */
    readonly scheduledForMs: number | null;
    readonly scheduledUntilMs: number | null;
    readonly components: readonly StoryComponent[];
  };
  /** Newest first; the first one's status is the incident's. */
  readonly updates: readonly [NoticeUpdate, ...NoticeUpdate[]];
  /** Ids of the updates that this message is for. */
  readonly toldIds: ReadonlySet<string>;
}

export type NoticeUpdate = StoryUpdate<NoticeStatus>;

/** The addresses that a message to one subscriber names. */
export interface SubscriberLinks {
  readonly page: string;
  readonly confirm: string;
  readonly manage: string;
  readonly unsubscribe: string;
}

/** Makes the addresses of the subscriber who has `token`. */
export function linksOf(statusUrl: string, token: string): SubscriberLinks {
  return {
    page: `${statusUrl}/`,
    confirm: `${statusUrl}/subscriptions/${token}/confirm`,
    manage: `${statusUrl}/subscriptions/${token}`,
    unsubscribe: `${statusUrl}/subscriptions/${token}/unsubscribe`,
  };
}
