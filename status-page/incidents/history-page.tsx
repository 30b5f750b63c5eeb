import type { JSX } from "preact";
import type { HistoryView } from "#status-api/page/page-view-history.ts";
import { StoryCard } from "./story-card.tsx";
import { useReader, useTexts } from "../reader/reader.ts";
import { fill } from "#web-kit/language/texts.ts";

/** The page of one month: its incidents and maintenance, and the way to the months beside it. */
export function HistoryPage({ view }: { view: HistoryView }): JSX.Element {
  const { formats } = useReader();
  const texts = useTexts("history");
  const { month, previous, next, stories, components } = view;
  return (
    <section class="month-page">
      <h1>{texts.title}</h1>
      <p class="quiet">{texts.explanation}</p>
      <nav class="months" aria-label={texts.months}>
        <MonthLink month={previous} rel="prev" />
        <h2>{formats.month(month)}</h2>
        <MonthLink month={next} rel="next" />
      </nav>
      {stories.length === 0 && (
        <p class="card quiet empty">{fill(texts.none, { month: formats.month(month) })}</p>
      )}
      {stories.map((story) => (
        <StoryCard key={story.id} story={story} components={components} level={3} />
      ))}
    </section>
  );
}

function MonthLink({ month, rel }: { month: string | null; rel: "prev" | "next" }): JSX.Element {
  const { formats } = useReader();
  if (month === null) return <span class={rel} />;
  const name = formats.month(month);
  return (
    <a class={`button plain small ${rel}`} rel={rel} href={`/history/${month}`}>
      {rel === "prev" ? `‹ ${name}` : `${name} ›`}
    </a>
  );
}
