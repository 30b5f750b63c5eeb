import type { JSX } from "preact";
import type { MaintenanceAnswer } from "#status-api/admin/answers.ts";
import type { NamedComponent } from "#status-api/page/page-view-work.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { useConsoleTexts } from "./texts.ts";
import { zonedTime } from "./zoned-time.ts";

interface ScheduleProps {
  readonly maintenance: MaintenanceAnswer;
  /** IANA name of the zone in which its times are shown. */
  readonly timeZone: string;
  readonly components: readonly NamedComponent[];
}

/** Shows the time span, the components and the repetition of a maintenance. */
export function Schedule({ maintenance, timeZone, components }: ScheduleProps): JSX.Element {
  const { formats, language } = useReader();
  const texts = useConsoleTexts().console.work.maintenance;
  const { scheduled_for, scheduled_until, repeats } = maintenance;
  const from = zonedTime(formats, timeZone, Date.parse(scheduled_for));
  const until = zonedTime(formats, timeZone, Date.parse(scheduled_until));
  const names = maintenance.components.map(
    ({ id, name }) => components.find((one) => one.id === id)?.name[language] ?? name,
  );
  return (
    <p class="quiet">
      {fill(texts.span, { from, until, zone: timeZone })}
      {` · ${names.join(", ")}`}
      {repeats !== null && (
        <>
          <br />
          <Repetition rule={repeats.rrule} zone={repeats.time_zone} />
        </>
      )}
    </p>
  );
}

/** Describes the repetition: in words for the choices of the form, otherwise as its RRULE. */
function Repetition({ rule, zone }: { readonly rule: string; readonly zone: string }): JSX.Element {
  const texts = useConsoleTexts().console.work.maintenance;
  const dayNames: Readonly<Record<string, string>> = texts.weekdayNames;
  const { daily, weekly, monthly } = texts.repeatChoices;
  const choices: Readonly<Record<string, string>> = {
    "FREQ=DAILY": daily,
    "FREQ=WEEKLY": weekly,
    "FREQ=MONTHLY": monthly,
  };
  const days = /^FREQ=WEEKLY;BYDAY=([A-Z]{2}(?:,[A-Z]{2})*)$/.exec(rule)?.[1]?.split(",");
  const named = days?.map((day) => dayNames[day] ?? day).join(", ");
  const words =
    named === undefined
      ? (choices[rule] ?? rule)
      : fill(texts.onDays, { rule: weekly, days: named });
  return <>{fill(texts.repeats, { rule: words, zone })}</>;
}
