import type { MaintenanceAnswer } from "../admin/answers.ts";
import {
  MAINTENANCE_FIELDS,
  type MaintenanceAction,
  type MaintenanceForm,
  WEEKDAYS,
} from "../page/page-view-work.ts";
import { SIMPLE_RULES } from "#monitor/domain/maintenance.ts";
import { clockTime } from "#monitor/domain/zone-clock.ts";
import { type ChangeRequest, momentIn, neededMomentIn, readForm, writtenTexts } from "./forms.ts";

export const ADMIN_PATH = "/admin/maintenances";

const ACTIONS_OF: Readonly<Record<string, readonly MaintenanceAction[]>> = {
  scheduled: ["start", "times", "cancel"],
  in_progress: ["verify", "complete", "times"],
  verifying: ["complete", "times"],
};

/** Returns the actions that are allowed for a maintenance in its current state. */
export function actionsFor(maintenance: MaintenanceAnswer | null): readonly MaintenanceAction[] {
  if (maintenance === null) return [];
  const actions = ACTIONS_OF[maintenance.status] ?? [];
  const mayRepeat = actions.length > 0 && maintenance.repeats !== null;
  return mayRepeat ? [...actions, "once"] : actions;
}

/** Reads a form as it was sent. */
export function readMaintenanceForm(fields: URLSearchParams): MaintenanceForm {
  return { ...readForm(fields, MAINTENANCE_FIELDS), weekdays: fields.getAll("weekdays") };
}

/** Returns the request that schedules the maintenance of a form. Throws FormFault. */
export function newMaintenance(form: MaintenanceForm): ChangeRequest {
  const rrule = ruleOf(form);
  const body = {
    ...writtenTexts(form.texts),
    scheduled_for: momentIn(form.from, form.time_zone),
    scheduled_until: neededMomentIn(form.until, form.time_zone),
    components: form.components,
    ...(rrule !== undefined && { rrule, time_zone: form.time_zone }),
  };
  return { method: "POST", path: ADMIN_PATH, body };
}

/** Returns the request for a form's action on a maintenance. Throws FormFault. */
export function changedMaintenance(
  form: MaintenanceForm,
  maintenance: MaintenanceAnswer,
): ChangeRequest {
  const { action } = form;
  const texts = writtenTexts(form.texts);
  const path = `${ADMIN_PATH}/${maintenance.id}`;
  if (action === "once") return { method: "PATCH", path, body: { ...texts, rrule: null } };
  if (action !== "times") {
    const step = actionsFor(maintenance).find((one) => one === action) ?? "start";
    return { method: "POST", path: `${path}/${step}`, body: texts };
  }
  // Times in the form have no seconds: a start that still reads the same is not changed.
  const known = clockTime(form.time_zone, Date.parse(maintenance.scheduled_for));
  const isMoved = maintenance.status === "scheduled" && form.from !== "" && form.from !== known;
  const body = {
    ...texts,
    ...(isMoved && { scheduled_for: momentIn(form.from, form.time_zone) }),
    scheduled_until: neededMomentIn(form.until, form.time_zone),
  };
  return { method: "PATCH", path, body };
}

/** Returns the chosen RRULE of RFC 5545; undefined for no repetition. */
function ruleOf({ repeat, weekdays: chosen, rule }: MaintenanceForm): string | undefined {
  if (repeat === "own") return rule;
  const simple = SIMPLE_RULES.find(([choice]) => choice === repeat)?.[1];
  const days = WEEKDAYS.filter((day) => chosen.includes(day));
  return repeat === "weekly" && days.length > 0 ? `${simple};BYDAY=${days.join(",")}` : simple;
}
