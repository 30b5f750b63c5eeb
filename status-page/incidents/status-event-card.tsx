import type { JSX } from "preact";
import type { NamedComponent, StatusEventView } from "#status-api/page/page-view-status-event.ts";
import { namesOfComponents } from "../reader/component-names.ts";
import { MomentFromNow, Range, Span } from "../reader/moment.tsx";
import { RenderedText } from "../reader/rendered-text.tsx";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { toneOfStatusEvent } from "#monitor/domain/status-event-tone.ts";
import { endOf, stageOf } from "#monitor/domain/status-event.ts";
import { plural } from "#web-kit/language/texts.ts";

/** A total outage has updates for each component; readers want the newest first, and the rest on demand. */
const SHOWN_UPDATES = 3;

interface StatusEventCardProps {
  readonly statusEvent: StatusEventView;
  readonly components: readonly NamedComponent[];
  readonly level: 3 | 4;
}

export function StatusEventCard({
  statusEvent,
  components,
  level,
}: StatusEventCardProps): JSX.Element {
  const reader = useReader();
  const { language, texts: words } = reader;
  const texts = useTexts("incidents");
  const { id, name, impact, componentIds, updates } = statusEvent;
  const Heading = `h${level}` as const;
  return (
    <Island
      as="article"
      class={`card incident ${toneOfStatusEvent(statusEvent)}`}
      id={`incident-${id}`}
    >
      <header>
        <Heading>
          <a href={statusEventPath(id)}>{name[language]}</a>
        </Heading>
        <p class="quiet">
          <span class="stage">{words.stages[stageOf(statusEvent)]}</span> · {words.impacts[impact]}{" "}
          · <StatusEventTime statusEvent={statusEvent} />
        </p>
        {componentIds.length > 0 && (
          <p class="quiet">
            {texts.components}: {namesOfComponents(components, componentIds, reader)}
          </p>
        )}
      </header>
      {updates.length > 0 && <Updates updates={updates.slice(0, SHOWN_UPDATES)} />}
      {updates.length > SHOWN_UPDATES && (
        <details>
          <summary>
            {plural(language, texts.earlierUpdates, updates.length - SHOWN_UPDATES)}
          </summary>
          <Updates updates={updates.slice(SHOWN_UPDATES)} />
        </details>
      )}
    </Island>
  );
}

/** Lists the updates of an incident or maintenance, newest first. */
function Updates({ updates }: { updates: StatusEventView["updates"] }): JSX.Element {
  const { language, texts } = useReader();
  return (
    <ol class="updates">
      {updates.map((update) => (
        <li key={update.id}>
          <p class="update-body">
            <strong>{texts.stages[update.status]}</strong>{" "}
            <RenderedText text={update.body[language]} saidMs={update.atMs} />
          </p>
          <p class="quiet">
            <MomentFromNow atMs={update.atMs} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Shows when a status event was and how long it lasted; for a maintenance that is not over, its schedule. */
export function StatusEventTime({ statusEvent }: { statusEvent: StatusEventView }): JSX.Element {
  const { texts } = useReader();
  const { schedule, startedAtMs, resolvedAtMs } = statusEvent;
  if (schedule === null || resolvedAtMs !== null) {
    return <Span fromMs={startedAtMs} toMs={endOf(statusEvent)} />;
  }
  return (
    <span class="quiet">
      {texts.scheduledFor} <Range fromMs={schedule.fromMs} toMs={schedule.untilMs} />
    </span>
  );
}
