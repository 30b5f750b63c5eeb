import type { JSX } from "preact";
import type { PageView } from "#status-api/page/page-view.ts";
import type { StoryView } from "#status-api/page/page-view-story.ts";
import { componentsOf } from "../reader/component-names.ts";
import { useReader, useTexts } from "../reader/reader.ts";
import { incidentDays } from "./incident-days.ts";
import { storyPath } from "../paths/paths.ts";
import { StoryCard } from "./story-card.tsx";

/** Shows incidents or maintenance under a heading, nothing where there are none. */
export function Stories({
  id,
  title,
  stories,
  view,
}: {
  id: string;
  title: string;
  stories: readonly StoryView[];
  view: PageView;
}): JSX.Element | null {
  if (stories.length === 0) return null;
  return (
    <section class="incidents" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {stories.map((story) => (
        <StoryCard key={story.id} story={story} components={componentsOf(view)} level={3} />
      ))}
    </section>
  );
}

/**
 * Shows the last 15 days: those with incidents one by one, quiet ones in a row in one line. What is open or runs stands
 * above and is only named here.
 */
export function PastStories({ view }: { view: PageView }): JSX.Element {
  const { formats, language } = useReader();
  const texts = useTexts("incidents");
  const isAllWell = view.overall === "operational";
  const days = incidentDays(
    [...view.incidents, ...view.maintenances].filter(({ status }) => status !== "scheduled"),
    { atMs: view.dataAtMs, isAllWell },
    formats,
  );
  const components = componentsOf(view);
  return (
    <section class="incidents" aria-labelledby="past-incidents">
      <h2 id="past-incidents">{texts.past}</h2>
      {isAllWell && days.every(({ incidents }) => incidents.length === 0) ? (
        <p class="card quiet empty">{texts.nothingPast}</p>
      ) : (
        days.map(({ firstMs, lastMs, incidents }) => (
          <section key={firstMs} class="incident-day">
            <h3>{formats.daysOf(firstMs, lastMs)}</h3>
            {incidents.length === 0 && <p class="quiet">{texts.quiet}</p>}
            {incidents.map((story) =>
              story.resolvedAtMs === null ? (
                <p key={story.id}>
                  <a href={storyPath(story.id)}>{story.name[language]}</a>
                </p>
              ) : (
                <StoryCard key={story.id} story={story} components={components} level={4} />
              ),
            )}
          </section>
        ))
      )}
      <p class="older">
        <a href="/history">{texts.olderStories}</a>
      </p>
    </section>
  );
}
