import type { JSX } from "preact";
import type { NamedComponent, StoryPageView } from "#status-api/page/page-view-story.ts";
import { componentPath } from "../paths/paths.ts";
import { inPageOrder } from "../reader/component-names.ts";
import { Moment } from "../reader/moment.tsx";
import { useReader, useTexts } from "../reader/reader.ts";

/** Tells when a story was, how long it lasted and what it touched. */
export function StoryFacts({
  story,
  components,
}: {
  story: StoryPageView["story"];
  components: readonly NamedComponent[];
}): JSX.Element {
  const { formats, language } = useReader();
  const texts = useTexts("incidents");
  const { schedule, startedAtMs, resolvedAtMs, componentIds, status } = story;
  return (
    <dl class="facts">
      {schedule !== null && (
        <Fact name={texts.scheduledFor}>
          <Moment atMs={schedule.fromMs} /> – <Moment atMs={schedule.untilMs} />
        </Fact>
      )}
      {status !== "scheduled" && (
        <>
          <Fact name={texts.began}>
            <Moment atMs={startedAtMs} />
          </Fact>
          <Fact name={texts.ended}>
            {resolvedAtMs === null ? texts.notEnded : <Moment atMs={resolvedAtMs} />}
          </Fact>
          {resolvedAtMs !== null && (
            <Fact name={texts.duration}>{formats.duration(resolvedAtMs - startedAtMs)}</Fact>
          )}
        </>
      )}
      {componentIds.length > 0 && (
        <Fact name={texts.components}>
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

function Fact({
  name,
  children,
}: {
  name: string;
  children: JSX.Element | string | (JSX.Element | string)[];
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
