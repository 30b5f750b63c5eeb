import { MINUTE_MS } from "#units/time.ts";
import type { JSX } from "preact";
import type {
  NamedComponent,
  StatusEventPageView,
} from "#status-api/page/page-view-status-event.ts";
import {
  componentPath,
  FEED_PATHS,
  historyPath,
  statusEventPath,
  subscribeToPath,
} from "#monitor/domain/page-paths.ts";
import { inPageOrder } from "../reader/component-names.ts";
import { Moment, MomentFromNow, Range } from "../reader/moment.tsx";
import { useReader, useTexts } from "../reader/reader.ts";
import { StatusMark } from "../status/status-mark.tsx";
import { toneOfStatusEvent } from "#monitor/domain/status-event-tone.ts";
import { TEXTS } from "../texts/texts.ts";
import { endOf, stageOf } from "#monitor/domain/status-event.ts";
import { fill } from "#web-kit/language/texts.ts";
import { MemberBarsSection } from "./member-bars.tsx";
import { StatusEventUpdates } from "./updates.tsx";

/** The page of one incident or maintenance: its stage, its facts, and all of its updates. */
export function StatusEventPage({ view }: { view: StatusEventPageView }): JSX.Element {
  const { language, texts: words } = useReader();
  const texts = useTexts("incidents");
  const { statusEvent, components, bars } = view;
  const { name, impact, schedule, updates } = statusEvent;
  const tone = toneOfStatusEvent(statusEvent);
  const postmortems = updates.filter((update) => update.status === "postmortem");
  const others = updates.filter((update) => update.status !== "postmortem");
  return (
    <article class="event">
      <p class="kicker">{schedule === null ? texts.incident : texts.maintenance}</p>
      <h1>{name[language]}</h1>
      <p class={`event-state ${tone}`}>
        <StatusMark status={tone} />
        <strong>{words.stages[stageOf(statusEvent)]}</strong>
        {schedule === null && <span class="quiet">{words.impacts[impact]}</span>}
      </p>
      <StatusEventFacts
        statusEvent={statusEvent}
        components={components}
        hasComponents={bars === null}
      />
      {statusEvent.resolvedAtMs === null && (
        <p class="event-actions">
          <a class="button plain small" href={subscribeToPath(statusEvent.id)}>
            {texts.subscribe}
          </a>
          {schedule !== null && (
            <a
              class="button plain small"
              href={`${statusEventPath(statusEvent.id)}${FEED_PATHS.calendar}?lang=${language}`}
              download
            >
              {texts.addToCalendar}
            </a>
          )}
        </p>
      )}
      {bars !== null && <MemberBarsSection bars={bars} />}
      {postmortems.map((update) => (
        <section key={update.id} class="card postmortem">
          <h2>{texts.postmortem}</h2>
          <div
            class="postmortem-text"
            dangerouslySetInnerHTML={{ __html: update.html?.[language] ?? "" }}
          />
          <p class="quiet">
            <MomentFromNow atMs={update.atMs} />
          </p>
        </section>
      ))}
      <StatusEventUpdates updates={others} components={components} tone={tone} />
      <StatusEventMonth month={view.month} />
    </article>
  );
}

function StatusEventMonth({ month }: { month: string }): JSX.Element {
  const { formats, language } = useReader();
  return (
    <p class="older">
      <a href={historyPath(month)}>
        {fill(TEXTS[language].incidents.toHistory, { month: formats.month(month) })}
      </a>
    </p>
  );
}

/** Shows when a status event was, how long it lasted and which components it affected. */
function StatusEventFacts({
  statusEvent,
  components,
  hasComponents,
}: {
  statusEvent: StatusEventPageView["statusEvent"];
  components: readonly NamedComponent[];
  /** Whether it names the components, which else have bars. */
  hasComponents: boolean;
}): JSX.Element {
  const { formats, language, texts: words } = useReader();
  const texts = useTexts("incidents");
  const { schedule, startedAtMs, monitoringAtMs, resolvedAtMs, componentIds, status } = statusEvent;
  const endMs = endOf(statusEvent);
  return (
    <dl class="facts">
      {schedule !== null && (
        <Fact name={words.scheduledFor} isWide>
          <Range fromMs={schedule.fromMs} toMs={schedule.untilMs} />
        </Fact>
      )}
      <Countdown statusEvent={statusEvent} />
      {status !== "scheduled" && (
        <>
          <Fact name={texts.began}>
            <Moment atMs={startedAtMs} />
          </Fact>
          {monitoringAtMs !== null && (
            <Fact name={texts.recovered}>
              <Moment atMs={monitoringAtMs} />
            </Fact>
          )}
          {resolvedAtMs !== null && (
            <Fact name={words.stages[schedule === null ? "resolved" : "completed"]}>
              <Moment atMs={resolvedAtMs} />
            </Fact>
          )}
          <Fact name={texts.duration}>
            {endMs === null ? texts.notEnded : formats.duration(endMs - startedAtMs)}
          </Fact>
        </>
      )}
      {hasComponents && componentIds.length > 0 && (
        <Fact name={texts.components} isWide>
          <ul class="inline-list">
            {inPageOrder(components, componentIds).map(({ id, name }) => (
              <li key={id}>
                {name === undefined ? id : <a href={componentPath(id)}>{name[language]}</a>}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

/** Counts down to the start of a maintenance, then to its end; without a script, as of when the page was loaded. */
function Countdown({
  statusEvent: { schedule, status },
}: {
  statusEvent: Pick<StatusEventPageView["statusEvent"], "schedule" | "status">;
}): JSX.Element | null {
  const { formats, nowMs } = useReader();
  const texts = useTexts("incidents");
  if (schedule === null || nowMs === null) return null;
  const [name, leftMs] =
    status === "scheduled"
      ? [texts.startsIn, schedule.fromMs - nowMs]
      : [texts.endsIn, schedule.untilMs - nowMs];
  if (leftMs <= 0) return null;
  const wholeMinutesMs = leftMs - (leftMs % MINUTE_MS);
  return (
    <Fact name={name}>
      {wholeMinutesMs === 0 ? texts.lessThanAMinute : formats.duration(wholeMinutesMs)}
    </Fact>
  );
}

function Fact({
  name,
  isWide = false,
  children,
}: {
  name: string;
  /** Whether it takes a row of its own on a phone, where others stand two by two. */
  isWide?: boolean;
  children: JSX.Element | string | (JSX.Element | string)[];
}): JSX.Element {
  return (
    <div class={isWide ? "wide" : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
