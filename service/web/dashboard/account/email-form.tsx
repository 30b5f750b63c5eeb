import type { JSX } from "preact";
import type { AccountView } from "../frame/content.ts";
import { Form } from "../frame/form.tsx";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { EmailField } from "../sign-in/email-field.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";

/** The form that changes the person's e-mail address. */
export function EmailForm({ shown }: { readonly shown: AccountView }): JSX.Element {
  const { account, byMail, signIn } = useReader().texts;
  const { emailChange, sendsMail } = shown;
  const { problem, email } = emailChange;
  const ofForm = {
    "too-many": account.tooMany,
    "too-many-mails": byMail.problems["too-many"],
  };
  return (
    <Form class="card sign-in-form" method="post" action="/dashboard/account/email">
      <Complaint
        text={problem === "too-many" || problem === "too-many-mails" ? ofForm[problem] : undefined}
      />
      <EmailField
        name="new_email"
        label={account.newEmail}
        autocomplete="email"
        defaultValue={email}
        help={sendsMail ? account.newEmailHelp : undefined}
        complaint={
          problem === "email" || problem === "taken" ? signIn.signUpProblems[problem] : undefined
        }
      />
      <PasswordField
        name="current_password"
        label={account.currentPassword}
        autocomplete="current-password"
        complaint={problem === "wrong" ? account.wrong : undefined}
      />
      <div class="form-row">
        <button class="button" type="submit">
          {account.changeEmail}
        </button>
      </div>
    </Form>
  );
}
