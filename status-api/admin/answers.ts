import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { nullable } from "../documents/document-schemas.ts";
import { fieldsOf, translationFields } from "./text-fields.ts";

/** The answers of the admin API, with Statuspage's field names where it has them; times are ISO 8601 in UTC. */

/** Fields that are texts, among which are times, and fields that may be null. */
const texts = <Name extends string>(...names: readonly Name[]) => fieldsOf(names, Type.String());
const optionalTexts = <Name extends string>(...names: readonly Name[]) =>
  fieldsOf(names, nullable(Type.String()));

const componentOfIncident = Type.Object({
  ...texts("id", "name", "status"),
});

const update = Type.Object({
  ...texts("id", "status", "body"),
  ...translationFields("body", nullable(Type.String())),
  ...texts("created_at", "display_at"),
  affected_components: Type.Array(
    Type.Object({
      ...texts("code", "name", "old_status", "new_status"),
    }),
  ),
});

const statusEvent = {
  ...texts("id", "name"),
  ...translationFields("name", nullable(Type.String())),
  ...texts("status", "created_at", "updated_at"),
  components: Type.Array(componentOfIncident),
  /** Newest first. */
  updates: Type.Array(update),
};

export const IncidentAnswer = Type.Object({
  ...statusEvent,
  impact: Type.String(),
  /** Whether automation still updates it. */
  automatic: Type.Boolean(),
  started_at: Type.String(),
  ...optionalTexts("monitoring_at", "resolved_at"),
  /** The path that lists the evidence of failed checks of its components while it lasted. */
  evidence_path: Type.String(),
});
export type IncidentAnswer = Static<typeof IncidentAnswer>;

/** A mail that subscribers would get. */
export interface PreviewMail {
  readonly language: string;
  readonly subject: string;
  readonly text: string;
}

/** The incident as a previewed change would leave it, and its mail in each language. */
export interface PreviewAnswer {
  readonly incident: IncidentAnswer;
  readonly mails: readonly PreviewMail[];
}

export const MaintenanceAnswer = Type.Object({
  ...statusEvent,
  ...texts("scheduled_for", "scheduled_until"),
  /** Null before it began. */
  started_at: nullable(Type.String()),
  /** When it was completed or cancelled. */
  completed_at: nullable(Type.String()),
  /** Null unless another one follows it. */
  repeats: nullable(Type.Object({ rrule: Type.String(), time_zone: Type.String() })),
});
export type MaintenanceAnswer = Static<typeof MaintenanceAnswer>;

/** The maintenance as a previewed change would leave it; no mails where the change would notify nobody. */
export interface MaintenancePreviewAnswer {
  readonly maintenance: MaintenanceAnswer;
  readonly mails: readonly PreviewMail[];
}

export const SubscriberAnswer = Type.Object({
  ...texts("id", "channel", "address", "language"),
  /** Null for all components. */
  components: nullable(Type.Array(Type.String())),
  incident: nullable(Type.String()),
  created_at: Type.String(),
  ...optionalTexts("confirmed_at", "ended_at", "ended_why"),
});
export type SubscriberAnswer = Static<typeof SubscriberAnswer>;

export const DeliveryAnswer = Type.Object({
  id: Type.String(),
  status: Type.Enum(["failed", "pending", "delivered"]),
  /** Id of the subscriber. */
  ...texts("subscriber", "channel", "address"),
  /** The incident or maintenance that the message is about; null for the answer to a sign-up. */
  incident: nullable(Type.String()),
  queued_at: Type.String(),
  next_attempt_at: nullable(Type.String()),
  attempts: Type.Integer(),
  ...optionalTexts("delivered_at", "failed_at"),
  /** The error of the last attempt. */
  error: nullable(Type.String()),
});
export type DeliveryAnswer = Static<typeof DeliveryAnswer>;

export const AlertAnswer = Type.Object({
  id: Type.String(),
  /** `withdrawn`: nothing recovered, but its check or rule left monitor.yaml, or another alert tells of the check's new cause. */
  status: Type.Enum(["firing", "acknowledged", "resolved", "withdrawn"]),
  severity: Type.Enum(["critical", "warning", "info"]),
  ...texts("rule", "check", "component"),
  locations: Type.Array(Type.String()),
  reason: nullable(Type.String()),
  failing_since: Type.String(),
  last_good_at: nullable(Type.String()),
  fired_at: Type.String(),
  /** Null while nobody has been notified of it, such as during quiet hours. */
  ...optionalTexts("told_at", "escalated_at", "acknowledged_at", "acknowledged_by", "resolved_at"),
});
export type AlertAnswer = Static<typeof AlertAnswer>;

/** A test alert that is queued. */
export const AlertTestAnswer = Type.Object({
  ...texts("id", "receiver", "channel"),
});
export type AlertTestAnswer = Static<typeof AlertTestAnswer>;

/** A rota with who is on call from now on, first who is now. */
export const RotaAnswer = Type.Object({
  ...texts("id", "time_zone", "rrule"),
  /** How long an alert may stay unacknowledged before the next person is notified too; null: nobody else is. */
  next_after_minutes: nullable(Type.Integer()),
  people: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  shifts: Type.Array(
    Type.Object({
      ...texts("person", "name", "begins_at", "ends_at"),
      /** The id of the override that it comes from; null for a turn of the rota. */
      override: nullable(Type.String()),
      /** The person whose turn it is; null where nobody stands in. */
      instead_of: nullable(Type.String()),
    }),
  ),
});
export type RotaAnswer = Static<typeof RotaAnswer>;

/** An override: a person who is on call in place of the one whose turn it is. */
export const OnCallOverrideAnswer = Type.Object({
  ...texts("id", "rota", "person", "begins_at", "ends_at", "said_by"),
});
export type OnCallOverrideAnswer = Static<typeof OnCallOverrideAnswer>;

export const EvidenceAnswer = Type.Object({
  ...texts("id", "check_id", "component_id", "location", "slot"),
  attempt: Type.Integer(),
  kept_at: Type.String(),
  passed: Type.Boolean(),
  result: Type.String(),
  reason: nullable(Type.String()),
  /** Whether the run was requested by a person. */
  asked: Type.Boolean(),
  audio: Type.Array(
    Type.Object({
      ...texts("name", "content_type"),
      bytes: Type.Integer(),
      /** The path of the download on the status API. */
      path: Type.String(),
    }),
  ),
});
export type EvidenceAnswer = Static<typeof EvidenceAnswer>;

/** A piece of evidence with its facts: what was sent, heard and measured. */
export const WholeEvidenceAnswer = Type.Intersect([
  EvidenceAnswer,
  Type.Object({ facts: Type.Record(Type.String(), Type.Unknown()) }),
]);
export type WholeEvidenceAnswer = Static<typeof WholeEvidenceAnswer>;

export const AuditAnswer = Type.Object({
  id: Type.Integer(),
  ...texts("at", "actor"),
  vouched_by: Type.Union([Type.String(), Type.Null()]),
  ...texts("action", "subject", "request_id"),
  before: Type.Unknown(),
  after: Type.Unknown(),
});
export type AuditAnswer = Static<typeof AuditAnswer>;

/** A row or a document that an answer is made of: its times may be dates. */
type Source<Value> = Value | (string extends Value ? Date : never);

/** Returns the fields that an answer has, of all that `source` has, with times in ISO 8601. */
export function answerOf<Fields extends TProperties>(
  { properties }: TObject<Fields>,
  source: {
    readonly [Name in keyof Static<TObject<Fields>>]: Source<Static<TObject<Fields>>[Name]>;
  },
): Static<TObject<Fields>> {
  const all: Readonly<Record<string, unknown>> = source;
  const fields = Object.keys(properties).map((name) => {
    const value = all[name];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(fields) as Static<TObject<Fields>>;
}

/** A page of a list, newest first; `has_more` means that a request with the last id as `before` returns the next page. */
export const listAnswer = <Item extends TSchema>(item: Item) =>
  Type.Object({ data: Type.Array(item), has_more: Type.Boolean() });

export interface ListAnswer<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** Returns a page of at most `limit` rows; a row beyond the limit only shows that there are more. */
export function pageOf<Item>(rows: readonly Item[], limit: number): ListAnswer<Item> {
  return { data: rows.slice(0, limit), has_more: rows.length > limit };
}
