import type { JSX } from "preact";
import type { SignInContent } from "../content.ts";
import { useReader } from "../frame/reader.ts";
import { PasswordField } from "./password-field.tsx";

/** What whoever is not signed in sees. */
export function SignIn({ content }: { readonly content: SignInContent }): JSX.Element {
  const { entrance } = useReader().texts;
  const { problem, email, next, signUpIsOpen } = content;
  return (
    <div class="entrance">
      <h1>{entrance.signIn}</h1>
      <form class="card entrance-form" method="post" action="/dashboard/sign-in">
        {problem !== "none" && (
          <p class="notice problem" role="alert">
            {entrance.signInProblems[problem]}
          </p>
        )}
        <input type="hidden" name="next" value={next} />
        <div class="field">
          <label for="email">{entrance.email}</label>
          <input
            class="input"
            id="email"
            name="email"
            type="text"
            inputmode="email"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            defaultValue={email}
            required
          />
        </div>
        <PasswordField name="password" label={entrance.password} autocomplete="current-password" />
        <button class="button" type="submit">
          {entrance.signIn}
        </button>
      </form>
      {signUpIsOpen && (
        <p>
          {entrance.noAccount} <a href="/dashboard/sign-up">{entrance.signUp}</a>
        </p>
      )}
      <p class="quiet">{entrance.lostPassword}</p>
    </div>
  );
}
