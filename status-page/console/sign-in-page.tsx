import type { JSX } from "preact";
import type { SignInProblem } from "#status-api/page/page-view-console.ts";
import { useConsoleTexts } from "./texts.ts";

/** Asks for the token of the admin API, and for the name that the audit log is to have. */
export function SignInPage({ problem }: { readonly problem: SignInProblem | null }): JSX.Element {
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
      <form method="post" action="/console/sign-in" class="sign-in">
        <label>
          {texts.name}
          <input name="name" autocomplete="name" maxLength={60} required />
        </label>
        <label>
          {texts.token}
          <input name="token" type="password" autocomplete="current-password" required />
        </label>
        <button class="button">{texts.signIn}</button>
      </form>
    </main>
  );
}
