import type { JSX } from "preact";
import type { StoryView } from "#status-api/page/page-view-story.ts";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";

/** Tells what was said of an incident or a maintenance, newest first. */
export function Updates({ updates }: { updates: StoryView["updates"] }): JSX.Element {
  const { language, texts } = useReader();
  return (
    <ol class="updates">
      {updates.map((update) => (
        <li key={update.id}>
          <p class="update-body">
            <strong>{texts.stages[update.status]}</strong> {update.body[language]}
          </p>
          <p class="quiet">
            <Moment atMs={update.atMs} />
          </p>
        </li>
      ))}
    </ol>
  );
}
