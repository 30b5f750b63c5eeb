import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { NewPasswordContent } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { Form } from "../frame/form.tsx";

const ACTIONS: Readonly<Record<NewPasswordContent["about"], string>> = {
  "sign-up": "/dashboard/new-account",
  password: "/dashboard/new-password",
};

/** The form behind a mailed link, which sets a password. */
export function NewPassword({ content }: { readonly content: NewPasswordContent }): JSX.Element {
  const { byMail } = useReader().texts;
  const { about, token, email, next } = content;
  return (
    <div class="sign-in">
      <h1>{byMail.newTitle[about]}</h1>
      <p class="lead">{fill(byMail.newLead[about], { email })}</p>
      <Form class="card sign-in-form" method="post" action={ACTIONS[about]}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="next" value={next} />
        <NewPasswordFields {...content} />
        <button class="button" type="submit">
          {byMail.set[about]}
        </button>
      </Form>
    </div>
  );
}
