import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { NamedShift } from "#status-api/alerts/on-call.ts";
import type { ConsoleOnCallView } from "#status-api/page/page-view-on-call.ts";
import { fill } from "#web-kit/language/texts.ts";
import { FilledText } from "../reader/filled-text.tsx";
import { Moment } from "../reader/moment.tsx";
import { Choice, ConsoleForm, Field, ZoneField } from "./form-parts.tsx";
import { Facts, type PageProps } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

const PATH = CONSOLE_PATHS.onCall;

/** The people on call now and in the next weeks, the form to stand in for somebody, and their calendar. */
export function OnCallPage({ view }: PageProps<"onCall">): JSX.Element {
  const { onCall: texts } = useConsoleTexts().console;
  const { rotas, people, canPublish } = view;
  return (
    <>
      {rotas.length === 0 && <p class="card">{texts.none}</p>}
      {rotas.map((rota) => (
        <Rota key={rota.id} rota={rota} canPublish={canPublish} />
      ))}
      {rotas.length > 0 && canPublish && <StandIn view={view} />}
      {rotas.length > 0 && (
        <section class="card" aria-labelledby="people">
          <h2 id="people">{texts.people}</h2>
          <ul class="console-rows">
            {people.map(({ id, name, receivers, quietHours }) => (
              <li key={id}>
                <strong>{name}</strong>
                <p class="quiet">
                  <Facts>
                    {receivers.join(", ")}
                    {quietHours !== null &&
                      fill(texts.quietHours, {
                        from: quietHours.from,
                        to: quietHours.to,
                        zone: quietHours.timeZone,
                      })}
                  </Facts>
                </p>
              </li>
            ))}
          </ul>
          <p>{texts.calendarLead}</p>
          <p>
            <a class="calendar-address" href={view.calendarUrl}>
              {view.calendarUrl}
            </a>
          </p>
        </section>
      )}
    </>
  );
}

function Rota({
  rota: { id, nextAfterMinutes, shifts },
  canPublish,
}: {
  readonly rota: ConsoleOnCallView["rotas"][number];
  readonly canPublish: boolean;
}): JSX.Element {
  const { onCall: texts } = useConsoleTexts().console;
  const [now, ...following] = shifts;
  return (
    <section class="card" aria-labelledby={`rota-${id}`}>
      <h2 id={`rota-${id}`}>{id}</h2>
      {now === undefined && <p>{texts.notBegun}</p>}
      {now !== undefined && (
        <p class="console-summary">
          <FilledText
            text={texts.now}
            values={{ name: <strong>{now.name}</strong>, until: <Moment atMs={now.toMs} /> }}
          />
        </p>
      )}
      {nextAfterMinutes !== null && (
        <p class="quiet">{fill(texts.nextAfter, { minutes: nextAfterMinutes })}</p>
      )}
      {now !== undefined && <StandsIn shift={now} canPublish={canPublish} />}
      {following.length > 0 && (
        <details id={`shifts-${id}`} open={following.some(({ overrideId }) => overrideId !== null)}>
          <summary>{texts.following}</summary>
          <ul class="console-rows">
            {following.map((shift) => (
              <li key={shift.fromMs}>
                <strong>{shift.name}</strong>{" "}
                <span class="quiet">
                  <Moment atMs={shift.fromMs} /> – <Moment atMs={shift.toMs} />
                </span>
                <StandsIn shift={shift} canPublish={canPublish} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** Says for whom somebody stands in, with the button that ends it. */
function StandsIn({
  shift: { overrideId, insteadOf },
  canPublish,
}: {
  readonly shift: NamedShift;
  readonly canPublish: boolean;
}): JSX.Element | null {
  const { onCall: texts } = useConsoleTexts().console;
  if (overrideId === null) return null;
  return (
    <div class="console-actions">
      <span class="quiet">{fill(texts.insteadOf, { name: insteadOf ?? "" })}</span>
      {canPublish && (
        <form method="post" action={`${PATH}/overrides/${overrideId}/end`}>
          <button class="button plain small">{texts.end}</button>
        </form>
      )}
    </div>
  );
}

function StandIn({ view: { rotas, people, form } }: PageProps<"onCall">): JSX.Element {
  const { onCall: texts, work } = useConsoleTexts().console;
  return (
    <section class="card" aria-labelledby="stand-in">
      <h2 id="stand-in">{texts.standIn}</h2>
      <ConsoleForm action={PATH} form={form}>
        <Choice label={texts.rota} name="rota">
          {rotas.map(({ id }) => [id, id])}
        </Choice>
        <Choice label={texts.person} name="person">
          {people.map(({ id, name }) => [id, name])}
        </Choice>
        <Field label={work.maintenance.begins} name="from" type="datetime-local" />
        <Field label={work.maintenance.ends} name="until" type="datetime-local" required />
        <ZoneField help={work.maintenance.zoneOfTimes} />
        <p>
          <button class="button" name="step" value="send">
            {texts.standIn}
          </button>
        </p>
      </ConsoleForm>
    </section>
  );
}
