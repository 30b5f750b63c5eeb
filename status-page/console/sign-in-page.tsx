import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import type { SignInProblem } from "#status-api/page/page-view-console.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useConsoleTexts } from "./texts.ts";

interface SignInPageProps {
  readonly problem: SignInProblem | null;
  readonly provider: string | null;
  readonly next: string;
}

/** Asks for the token of the admin API and for a name for the audit log, or links to the provider. */
export function SignInPage({ problem, provider, next }: SignInPageProps): JSX.Element {
  const texts = useConsoleTexts().console;
  return (
    <main class="message" id="content">
      <h1>{texts.signInTitle}</h1>
      <p>{texts.signInLead}</p>
      {problem !== null && (
        <p class="notice" role="alert">
          {texts.problems[problem]}
        </p>
      )}
      {provider !== null && (
        <p>
          <a class="button" href={`${CONSOLE_PATHS.provider}?next=${encodeURIComponent(next)}`}>
            {fill(texts.continueWith, { provider })}
          </a>
        </p>
      )}
      <form method="post" action={CONSOLE_PATHS.signIn} class="sign-in">
        <input type="hidden" name="next" value={next} />
        <label>
          {texts.name}
          <input class="input" name="name" autocomplete="name" maxLength={60} required />
        </label>
        <label>
          {texts.token}
          <input
            class="input"
            name="token"
            type="password"
            autocomplete="current-password"
            required
          />
        </label>
        <button class="button">{texts.signIn}</button>
      </form>
    </main>
  );
}
