import type { OnCallPerson } from "#monitor/alerts/configuration.ts";
import type { NamedShift } from "../alerts/on-call.ts";
import type { FormProblem } from "./page-view-work.ts";

/** The people on call, and the form to stand in for somebody. */
export interface ConsoleOnCallView {
  readonly rotas: readonly {
    readonly id: string;
    readonly nextAfterMinutes: number | null;
    /** The current shift and those that follow; empty before the first turn. */
    readonly shifts: readonly NamedShift[];
  }[];
  readonly people: readonly OnCallPerson[];
  /** The address of the calendar, with its key. */
  readonly calendarUrl: string;
  readonly canPublish: boolean;
  readonly form: OnCallForm;
  /** Zones to choose from. */
  readonly timeZones: readonly string[];
  readonly problem: FormProblem | null;
}

export interface OnCallForm {
  readonly rota: string;
  readonly person: string;
  /** Local time in `timeZone`, such as `2026-11-21T14:00`; empty for now. */
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
  /** The idempotency key: a form that is sent twice has one effect. */
  readonly key: string;
}
