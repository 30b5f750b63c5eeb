import type { OnCallPerson } from "#monitor/alerts/configuration.ts";
import type { NamedShift } from "../alerts/on-call.ts";
import type { FormOf } from "./page-view-work.ts";

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
}

/** An empty `from` means from this moment on. */
export const ON_CALL_FIELDS = ["rota", "person", "from", "until", "time_zone"] as const;
export type OnCallForm = FormOf<typeof ON_CALL_FIELDS>;
