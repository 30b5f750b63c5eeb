import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { NewPasswordContent } from "../frame/content.ts";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { OwnerField, PasswordField } from "./password-field.tsx";

const ACTIONS: Readonly<Record<NewPasswordContent["about"], string>> = {
  "sign-up": "/dashboard/new-account",
  password: "/dashboard/new-password",
};

/** The form of a link from a mail that sets a password. */
export function NewPassword({ content }: { readonly content: NewPasswordContent }): JSX.Element {
  const { byMail, signIn } = useReader().texts;
  const { about, token, email, problem, leastPasswordCharacters } = content;
  const isOfPassword = problem !== "none" && problem !== "too-many";
  return (
    <div class="sign-in">
      <h1>{byMail.newTitle[about]}</h1>
      <p class="lead">{fill(byMail.newLead[about], { email })}</p>
      <form class="card sign-in-form" method="post" action={ACTIONS[about]}>
        <Complaint text={problem === "too-many" ? signIn.signInProblems[problem] : undefined} />
        <input type="hidden" name="token" value={token} />
        <OwnerField email={email} />
        <PasswordField
          name="new_password"
          label={signIn.password}
          autocomplete="new-password"
          help={fill(signIn.passwordHelp, { least: leastPasswordCharacters })}
          complaint={isOfPassword ? signIn.passwordProblems[problem] : undefined}
          minLength={leastPasswordCharacters}
        />
        <button class="button" type="submit">
          {byMail.set[about]}
        </button>
      </form>
    </div>
  );
}
