import type { JSX } from "preact";
import type { AccountView } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { Form } from "../frame/form.tsx";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { OwnerField, PasswordField } from "../sign-in/password-field.tsx";

interface DeletionProps extends Pick<AccountView, "deletion"> {
  readonly email: string;
}

/** Explains what deleting the account does, and deletes it. Opens on a click, without a script too. */
export function Deletion({ deletion, email }: DeletionProps): JSX.Element {
  const { account } = useReader().texts;
  const { proof, problem } = deletion;
  const isOfForm = problem === "too-many" || problem === "last-owner";
  const complaint = problem === "wrong" ? account.deletion.wrong[proof] : undefined;
  const label = account.deletion.proof[proof];
  return (
    <div class="stack">
      <p>{account.deletion.goes}</p>
      <p class="quiet">{account.deletion.stays}</p>
      <details class="confirm" open={problem !== undefined}>
        <summary class="button plain">{account.deletion.begin}</summary>
        <Form class="confirm-body stack" method="post" action="/dashboard/account/delete">
          <Complaint text={isOfForm ? account.deletion[problem] : undefined} />
          {proof === "password" && <OwnerField email={email} />}
          {proof === "password" ? (
            <PasswordField
              name="proof"
              label={label}
              autocomplete="current-password"
              complaint={complaint}
            />
          ) : (
            <Field
              id="proof"
              name="proof"
              label={label}
              autocomplete={proof === "code" ? "one-time-code" : "off"}
              autocapitalize="none"
              spellcheck={false}
              required
              complaint={complaint}
            />
          )}
          <button class="button danger" type="submit">
            {account.deletion.surely}
          </button>
        </Form>
      </details>
    </div>
  );
}
