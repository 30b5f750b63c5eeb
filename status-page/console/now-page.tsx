import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { GroupNow } from "#status-api/page/page-view-now.ts";
import { fill, plural } from "#web-kit/language/texts.ts";
import { FilledText } from "../reader/filled-text.tsx";
import { Moment } from "../reader/moment.tsx";
import { useReader } from "../reader/reader.ts";
import { AlertLists, AlertThatEnded } from "./alert-lists.tsx";
import { FailingComponent, WellComponent } from "./component-now.tsx";
import { NowContext, useNow } from "./now-context.ts";
import { Facts, type PageProps } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

/** The page of the current state: alerts first, then the components that are not well, then all others in one row each. */
export function NowPage({ view }: PageProps<"now">): JSX.Element {
  const { formats } = useReader();
  const texts = useConsoleTexts().console;
  const components = view.groups.flatMap((group) => group.components);
  const failing = components.filter(({ isWell }) => !isWell);
  return (
    <NowContext.Provider value={view}>
      <Summary components={components} />
      <p class="quiet" id="console-as-of">
        <FilledText text={texts.asOf} values={{ time: <Moment atMs={view.nowMs} /> }} />{" "}
        <span id="console-live" hidden>
          {texts.live}
        </span>
      </p>
      {view.silent.length + view.fileMismatches.length > 0 && (
        <ul class="notice silent">
          {view.silent.map(({ location, seenMs }) => (
            <li key={location}>
              {fill(texts.silent, { location, ago: formats.duration(view.nowMs - seenMs) })}
            </li>
          ))}
          {view.fileMismatches.map(({ location, sinceMs }) => (
            <li key={`differing ${location}`}>
              {fill(texts.differing, {
                location,
                duration: formats.duration(Math.max(0, view.nowMs - sinceMs)),
              })}
            </li>
          ))}
        </ul>
      )}
      {view.endedAlert !== null && <AlertThatEnded alert={view.endedAlert} />}
      <AlertLists />
      {failing.length > 0 && <h2>{texts.notWell}</h2>}
      {failing.map((component) => (
        <FailingComponent key={component.id} component={component} />
      ))}
      {failing.length < components.length && <h2>{texts.well}</h2>}
      {view.groups.map((group) => (
        <WellGroup key={group.id} group={group} />
      ))}
      <form method="post" action={CONSOLE_PATHS.signOut} class="console-sign-out">
        <span class="quiet">
          {fill(texts.signedInAs, { name: view.person })} ({texts.roles[view.role]})
        </span>
        <button class="button plain small">{texts.signOut}</button>
      </form>
    </NowContext.Provider>
  );
}

/** The page in one line: how much fires, who takes care of how much, and how many components are operational. */
function Summary({ components }: Pick<GroupNow, "components">): JSX.Element {
  const { language } = useReader();
  const { summary } = useConsoleTexts().console;
  const view = useNow();
  const count = components.length;
  const operational = components.filter(({ status }) => status === "operational").length;
  const lists = (["firing", "acknowledged", "silenced"] as const).filter(
    (name) => view[name].length > 0,
  );
  return (
    <p class="console-summary">
      <Facts>
        {lists.length === 0 && <strong>{summary.nothing}</strong>}
        {lists.map((name) => (
          <a key={name} href={`#${name}`} class={name}>
            {fill(summary[name], { count: view[name].length })}
          </a>
        ))}
        {operational === count
          ? plural(language, summary.allOperational, count)
          : fill(summary.operational, { operational, count })}
      </Facts>
    </p>
  );
}

function WellGroup({
  group: { name, components },
}: {
  readonly group: GroupNow;
}): JSX.Element | null {
  const { language } = useReader();
  const well = components.filter(({ isWell }) => isWell);
  if (well.length === 0) return null;
  return (
    <section class="card console-group" aria-label={name?.[language]}>
      {name !== null && <h3>{name[language]}</h3>}
      {well.map((component) => (
        <WellComponent key={component.id} component={component} />
      ))}
    </section>
  );
}
