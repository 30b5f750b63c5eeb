import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { InvitationContent } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { Form } from "../frame/form.tsx";

/** The form of an invitation: to join an account, or to choose a password and join it. */
export function Invitation({ content }: { readonly content: InvitationContent }): JSX.Element {
  const { members } = useReader().texts;
  const { token, email, account, signedInAs, provider } = content;
  const isOther = signedInAs !== undefined && signedInAs !== email;
  return (
    <div class="sign-in">
      <h1>{members.invitationTitle}</h1>
      <p class="lead">{fill(members.invitationLead, { account, email })}</p>
      {isOther ? (
        <OtherPerson signedInAs={signedInAs} />
      ) : (
        <Form class="card sign-in-form" method="post" action="/dashboard/invitation">
          <input type="hidden" name="token" value={token} />
          {signedInAs === undefined && <NewPasswordFields {...content} />}
          <button class="button" type="submit">
            {members.accept}
          </button>
        </Form>
      )}
      {signedInAs === undefined && provider !== undefined && (
        <Provider token={token} name={provider} />
      )}
    </div>
  );
}

function Provider({ token, name }: { readonly token: string; readonly name: string }) {
  const { signIn } = useReader().texts;
  const next = encodeURIComponent(`/dashboard/invitation?token=${token}`);
  return (
    <a class="button plain" href={`/dashboard/provider?next=${next}`}>
      {fill(signIn.withProvider, { name })}
    </a>
  );
}

function OtherPerson({ signedInAs }: { readonly signedInAs: string }) {
  const { members, frame } = useReader().texts;
  return (
    <form class="card sign-in-form" method="post" action="/dashboard/sign-out">
      <p>{fill(members.otherPerson, { email: signedInAs })}</p>
      <button class="button" type="submit">
        {frame.signOut}
      </button>
    </form>
  );
}
