import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { GoneKind } from "#status-api/page/page-view-console.ts";
import type { ConsoleRole } from "#status-api/settings/console-people.ts";
import { fill } from "#web-kit/language/texts.ts";
import { type ConsoleTexts, useConsoleTexts } from "./texts.ts";

/** Says that the person's role does not allow the page, and which role does. */
export function ForbiddenPage({
  role,
  needed,
}: {
  readonly role: ConsoleRole;
  readonly needed: ConsoleRole;
}): JSX.Element {
  const texts = useConsoleTexts().console;
  const words = { role: texts.roles[role], needed: texts.roles[needed] };
  return (
    <main class="message" id="content">
      <h1>{texts.forbidden}</h1>
      <p>{fill(texts.forbiddenWhy, words)}</p>
    </main>
  );
}

type Texts = ConsoleTexts["console"];

interface Gone {
  readonly title: (texts: Texts) => string;
  /** The page to go back to, and how the link is named. */
  readonly path: string;
  readonly back: (texts: Texts) => string;
}

const GONE: Readonly<Record<GoneKind, Gone>> = {
  incident: {
    title: ({ tell }) => tell.gone,
    path: CONSOLE_PATHS.incidents,
    back: ({ tell }) => tell.incidents,
  },
  maintenance: {
    title: ({ work }) => work.maintenance.gone,
    path: CONSOLE_PATHS.maintenance,
    back: ({ work }) => fill(work.back, { page: work.nav.maintenance }),
  },
  component: {
    title: ({ work }) => work.components.gone,
    path: CONSOLE_PATHS.components,
    back: ({ work }) => fill(work.back, { page: work.nav.components }),
  },
  run: {
    title: ({ runGone }) => runGone,
    path: CONSOLE_PATHS.now,
    back: ({ nowTitle }) => nowTitle,
  },
};

export function goneTitle(what: GoneKind, texts: Texts): string {
  return GONE[what].title(texts);
}

/** Says that what a link leads to is not there, or not any more. */
export function GonePage({ what }: { readonly what: GoneKind }): JSX.Element {
  const texts = useConsoleTexts().console;
  const { path, back } = GONE[what];
  return (
    <main id="content" class="message">
      <h1>{goneTitle(what, texts)}</h1>
      <p class="back">
        <a href={path}>{back(texts)}</a>
      </p>
    </main>
  );
}
