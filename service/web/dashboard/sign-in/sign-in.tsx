import type { JSX } from "preact";
import type { SignInContent } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { PasswordField } from "./password-field.tsx";

/** What whoever is not signed in sees. */
export function SignIn({ content }: { readonly content: SignInContent }): JSX.Element {
  const { signIn } = useReader().texts;
  const { problem, email, next, signUpIsOpen } = content;
  return (
    <div class="sign-in">
      <h1>{signIn.signIn}</h1>
      <form class="card sign-in-form" method="post" action="/dashboard/sign-in">
        {problem !== "none" && (
          <p class="notice problem" role="alert">
            {signIn.signInProblems[problem]}
          </p>
        )}
        <input type="hidden" name="next" value={next} />
        <div class="field">
          <label for="email">{signIn.email}</label>
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
        <PasswordField name="password" label={signIn.password} autocomplete="current-password" />
        <button class="button" type="submit">
          {signIn.signIn}
        </button>
      </form>
      {signUpIsOpen && (
        <p>
          {signIn.noAccount} <a href="/dashboard/sign-up">{signIn.signUp}</a>
        </p>
      )}
      <p class="quiet">{signIn.lostPassword}</p>
    </div>
  );
}
