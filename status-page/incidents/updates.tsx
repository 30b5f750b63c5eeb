import type { JSX } from "preact";
import type {
  NamedComponent,
  PublishedUpdateView,
} from "#status-api/page/page-view-status-event.ts";
import type { Tone } from "#monitor/domain/overall.ts";
import { plural } from "#web-kit/language/texts.ts";
import { MomentFromNow } from "../reader/moment.tsx";
import { RenderedText } from "../reader/rendered-text.tsx";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { StatusWords } from "../status/status-mark.tsx";

interface UpdatesProps {
  /** Newest first. */
  readonly updates: readonly PublishedUpdateView[];
  readonly components: readonly NamedComponent[];
  readonly tone: Tone;
}

/** Shows the newest update large, those of people below it, and those that automation wrote folded. */
export function StatusEventUpdates({
  updates,
  components,
  tone,
}: UpdatesProps): JSX.Element | null {
  const texts = useTexts("incidents");
  const [newest, ...earlier] = updates;
  if (newest === undefined) return null;
  return (
    <>
      <Island as="section" class={`card latest-update ${tone}`} aria-label={texts.latest}>
        <UpdateParts update={newest} components={components} heading="h2" />
      </Island>
      {earlier.length > 0 && (
        <>
          <h2>{texts.updates}</h2>
          <Island as="ol" class={`card updates event-updates ${tone}`}>
            {foldedRuns(earlier).map((run) => (
              <li key={run[0]?.id}>
                <UpdateRun updates={run} components={components} />
              </li>
            ))}
          </Island>
        </>
      )}
    </>
  );
}

/** Groups updates that automation wrote one after the other; each one of a person stands alone. */
function foldedRuns(updates: readonly PublishedUpdateView[]): PublishedUpdateView[][] {
  const runs: PublishedUpdateView[][] = [];
  for (const update of updates) {
    const run = runs.at(-1);
    if (update.isAutomatic && run?.[0]?.isAutomatic === true) run.push(update);
    else runs.push([update]);
  }
  return runs;
}

function UpdateRun({
  updates,
  components,
}: Pick<UpdatesProps, "updates" | "components">): JSX.Element | null {
  const { language } = useReader();
  const texts = useTexts("incidents");
  const [first] = updates;
  if (first === undefined) return null;
  if (!first.isAutomatic) return <UpdateParts update={first} components={components} />;
  return (
    <details>
      <summary>{plural(language, texts.automaticUpdates, updates.length)}</summary>
      {updates.map((update) => (
        <div key={update.id} class="automatic-update">
          <UpdateParts update={update} components={components} />
        </div>
      ))}
    </details>
  );
}

function UpdateParts({
  update,
  components,
  heading: Heading = "h3",
}: {
  update: PublishedUpdateView;
  components: readonly NamedComponent[];
  heading?: "h2" | "h3";
}): JSX.Element {
  const { language, texts: words } = useReader();
  const texts = useTexts("incidents");
  const { status, body, atMs, affected } = update;
  const changed = affected.filter(({ oldStatus, newStatus }) => oldStatus !== newStatus);
  return (
    <>
      <Heading>{words.stages[status]}</Heading>
      <p class="update-body">
        <RenderedText text={body[language]} saidMs={atMs} />
      </p>
      {changed.length > 0 && (
        <ul class="changes" aria-label={texts.changes}>
          {changed.map(({ id, name, oldStatus, newStatus }) => (
            <li key={id}>
              <span>{components.find((one) => one.id === id)?.name[language] ?? name}</span>
              <StatusWords status={oldStatus} />
              <span class="becomes">
                <span aria-hidden="true">→</span>
                <span class="hidden">{texts.becomes}</span>
                <StatusWords status={newStatus} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        <MomentFromNow atMs={atMs} />
      </p>
    </>
  );
}
