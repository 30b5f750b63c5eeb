import type {
  AuditAnswer,
  EvidenceAnswer,
  IncidentAnswer,
  ListAnswer,
  MaintenanceAnswer,
  SubscriberAnswer,
  WholeEvidenceAnswer,
} from "../admin/answers.ts";

/** What a command came to; `value` is what --json prints. */
export type Answer =
  | { readonly object: "incidents"; readonly value: ListAnswer<IncidentAnswer> }
  | { readonly object: "incident"; readonly value: IncidentAnswer }
  | { readonly object: "maintenances"; readonly value: ListAnswer<MaintenanceAnswer> }
  | { readonly object: "maintenance"; readonly value: MaintenanceAnswer }
  | { readonly object: "audit"; readonly value: ListAnswer<AuditAnswer> }
  | { readonly object: "evidence-list"; readonly value: ListAnswer<EvidenceAnswer> }
  | {
      readonly object: "evidence";
      readonly value: WholeEvidenceAnswer;
      /** Files that were written. */
      readonly saved: readonly string[];
    }
  | { readonly object: "subscribers"; readonly value: ListAnswer<SubscriberAnswer> }
  | { readonly object: "subscriber"; readonly value: SubscriberAnswer };
