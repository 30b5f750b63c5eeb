import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { GoneKind } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { Field } from "./form-parts.tsx";
import { Alert, type PageProps } from "./page-parts.tsx";
import { type ConsoleTexts, useConsoleTexts } from "./texts.ts";

/** Asks for the token of the admin API and for a name for the audit log, or links to the provider. */
export function SignInPage({ view }: PageProps<"signIn">): JSX.Element {
  const { problem, provider, next } = view;
  const texts = useConsoleTexts().console;
  return (
    <>
      <p>{texts.signInLead}</p>
      {problem !== null && <Alert>{texts.problems[problem]}</Alert>}
      {provider !== null && (
        <p>
          <a class="button" href={`${CONSOLE_PATHS.provider}?next=${encodeURIComponent(next)}`}>
            {fill(texts.continueWith, { provider })}
          </a>
        </p>
      )}
      <form method="post" action={CONSOLE_PATHS.signIn} class="sign-in">
        <input type="hidden" name="next" value={next} />
        <Field label={texts.name} name="name" autocomplete="name" maxLength={60} required />
        <Field
          label={texts.token}
          name="token"
          type="password"
          autocomplete="current-password"
          required
        />
        <button class="button">{texts.signIn}</button>
      </form>
    </>
  );
}

/** Says that the person's role does not allow the page, and which role does. */
export function ForbiddenPage({ view: { role, needed } }: PageProps<"forbidden">): JSX.Element {
  const texts = useConsoleTexts().console;
  const words = { role: texts.roles[role], needed: texts.roles[needed] };
  return <p>{fill(texts.forbiddenWhy, words)}</p>;
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

/** Leads back from what is not there, or not any more. */
export function GonePage({ view }: PageProps<"gone">): JSX.Element {
  const texts = useConsoleTexts().console;
  const { path, back } = GONE[view.what];
  return (
    <p class="back">
      <a href={path}>{back(texts)}</a>
    </p>
  );
}
