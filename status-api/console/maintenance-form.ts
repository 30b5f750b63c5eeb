import type { MaintenanceAnswer } from "../admin/answers.ts";
import {
  type MaintenanceAction,
  type MaintenanceForm,
  REPEAT_CHOICES,
  WEEKDAYS,
} from "../page/page-view-work.ts";
import { clockTime } from "#monitor/domain/zone-clock.ts";
import { fieldIn, keyIn, momentIn, neededMomentIn, textsIn, writtenTexts } from "./forms.ts";

/** A request to the admin API. */
interface MaintenanceRequest {
  readonly method: "POST" | "PATCH";
  /** The path below /admin/maintenances, or below the maintenance there. */
  readonly path: string;
  readonly body: object;
}

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
  const repeat = REPEAT_CHOICES.find((choice) => choice === fieldIn(fields, "repeat"));
  return {
    texts: textsIn(fields),
    action: fieldIn(fields, "action"),
    components: fields.getAll("components"),
    from: fieldIn(fields, "from"),
    until: fieldIn(fields, "until"),
    timeZone: fieldIn(fields, "time_zone"),
    repeat: repeat ?? "never",
    weekdays: fields.getAll("weekdays"),
    rule: fieldIn(fields, "rule"),
    key: keyIn(fields),
  };
}

/** Returns the request that schedules the maintenance of a form. Throws FormFault. */
export function newMaintenance(form: MaintenanceForm): MaintenanceRequest {
  const rrule = ruleOf(form);
  const body = {
    ...writtenTexts(form.texts),
    scheduled_for: momentIn(form.from, form.timeZone),
    scheduled_until: neededMomentIn(form.until, form.timeZone),
    components: form.components,
    ...(rrule !== undefined && { rrule, time_zone: form.timeZone }),
  };
  return { method: "POST", path: "", body };
}

/** Returns the request for a form's action on a maintenance. Throws FormFault. */
export function changedMaintenance(
  form: MaintenanceForm,
  maintenance: MaintenanceAnswer,
): MaintenanceRequest {
  const { action } = form;
  const texts = writtenTexts(form.texts);
  if (action === "once") return { method: "PATCH", path: "", body: { ...texts, rrule: null } };
  if (action !== "times") {
    const step = actionsFor(maintenance).find((one) => one === action) ?? "start";
    return { method: "POST", path: `/${step}`, body: texts };
  }
  // Times in the form have no seconds: a start that still reads the same is not changed.
  const known = clockTime(form.timeZone, Date.parse(maintenance.scheduled_for));
  const isMoved = maintenance.status === "scheduled" && form.from !== "" && form.from !== known;
  const body = {
    ...texts,
    ...(isMoved && { scheduled_for: momentIn(form.from, form.timeZone) }),
    scheduled_until: neededMomentIn(form.until, form.timeZone),
  };
  return { method: "PATCH", path: "", body };
}

/** Returns the chosen RRULE of RFC 5545; undefined for no repetition. */
function ruleOf({ repeat, weekdays: chosen, rule }: MaintenanceForm): string | undefined {
  switch (repeat) {
    case "never":
      return undefined;
    case "daily":
      return "FREQ=DAILY";
    case "weekly": {
      const days = WEEKDAYS.filter((day) => chosen.includes(day));
      return days.length === 0 ? "FREQ=WEEKLY" : `FREQ=WEEKLY;BYDAY=${days.join(",")}`;
    }
    case "monthly":
      return "FREQ=MONTHLY";
    case "own":
      return rule;
  }
}
