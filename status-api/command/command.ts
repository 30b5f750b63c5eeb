import type { MaintenanceStepName } from "../admin/maintenance-rules.ts";

/** Texts as given; `-` for standard input. */
export interface GivenTexts {
  readonly body?: string | undefined;
  readonly body_tr?: string | undefined;
}

/** Which page of a list is asked for. */
export interface Page {
  readonly limit?: string | undefined;
  readonly before?: string | undefined;
}

/** What the command line asks for; times are epoch milliseconds, what is undefined was not given. */
export type Command =
  | { readonly verb: "list-incidents"; readonly open: boolean; readonly page: Page }
  | { readonly verb: "list-maintenances"; readonly open: boolean; readonly page: Page }
  | { readonly verb: "show-incident"; readonly id: string }
  | { readonly verb: "show-maintenance"; readonly id: string }
  | ({ readonly verb: "open-incident"; readonly since: number | undefined } & IncidentFields)
  | ({ readonly verb: "update-incident"; readonly id: string } & IncidentFields)
  | ({ readonly verb: "resolve-incident"; readonly id: string } & GivenTexts)
  | ({ readonly verb: "write-postmortem"; readonly id: string } & GivenTexts)
  | ({ readonly verb: "schedule-maintenance"; readonly until: number } & MaintenanceFields)
  | ({
      readonly verb: "change-maintenance";
      readonly id: string;
      readonly until: number | undefined;
    } & MaintenanceFields)
  | { readonly verb: "extend-maintenance"; readonly id: string; readonly end: NewEnd }
  | ({
      readonly verb: "step-maintenance";
      readonly id: string;
      readonly step: MaintenanceStepName;
    } & GivenTexts)
  | { readonly verb: "audit"; readonly subject: string | undefined; readonly page: Page }
  | ({ readonly verb: "list-evidence"; readonly page: Page } & EvidenceFilter)
  | { readonly verb: "get-evidence"; readonly id: string; readonly directory: string | undefined }
  | { readonly verb: "list-subscribers"; readonly active: boolean; readonly page: Page }
  | { readonly verb: "remove-subscriber"; readonly id: string };

export interface Names {
  readonly name?: string | undefined;
  readonly name_tr?: string | undefined;
  readonly components?: readonly string[] | undefined;
}

export interface IncidentFields extends GivenTexts, Names {
  readonly status?: string | undefined;
  readonly impact?: string | undefined;
}

interface MaintenanceFields extends GivenTexts, Names {
  readonly from: number | undefined;
}

interface EvidenceFilter {
  readonly check?: string | undefined;
  readonly component?: string | undefined;
  readonly incident?: string | undefined;
}

/** Where a maintenance is to end: at a time, or so many milliseconds later than it was to. */
export type NewEnd = { readonly atMs: number } | { readonly laterByMs: number };
