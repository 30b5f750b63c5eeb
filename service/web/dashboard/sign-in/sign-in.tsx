import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { SignInContent } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { addressBefore } from "./address-before.ts";
import { PasswordField } from "./password-field.tsx";
import { Form } from "../frame/form.tsx";

/** The sign-in page. */
export function SignIn({ content }: { readonly content: SignInContent }): JSX.Element {
  const { signIn, byMail } = useReader().texts;
  const { problem, email, next, notice, signUpIsOpen, sendsMail, provider } = content;
  const isOfFields = problem === "none" || problem === "empty";
  return (
    <div class="sign-in">
      <h1>{signIn.signIn}</h1>
      <Form class="card sign-in-form" method="post" action="/dashboard/sign-in">
        {notice !== undefined && (
          <p class="notice" role="status">
            {notice === "password-set" ? byMail.passwordSet : signIn.accountDeleted}
          </p>
        )}
        <Complaint text={isOfFields ? undefined : signIn.signInProblems[problem]} />
        <input type="hidden" name="next" value={next} />
        <Field
          id="email"
          label={signIn.email}
          name="email"
          inputmode="email"
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          defaultValue={email}
          required
        />
        <PasswordField name="password" label={signIn.password} autocomplete="current-password" />
        <button class="button" type="submit">
          {signIn.signIn}
        </button>
      </Form>
      {provider !== undefined && (
        <a class="button plain" href={`/dashboard/provider?next=${encodeURIComponent(next)}`}>
          {fill(signIn.withProvider, { name: provider })}
        </a>
      )}
      {signUpIsOpen && (
        <p>
          {signIn.noAccount} <a href={addressBefore(next, "/dashboard/sign-up")}>{signIn.signUp}</a>
        </p>
      )}
      {sendsMail ? (
        <p>
          <a href={addressBefore(next, "/dashboard/lost-password")}>{byMail.forgot}</a>
        </p>
      ) : (
        <p class="quiet">{signIn.lostPassword}</p>
      )}
    </div>
  );
}
