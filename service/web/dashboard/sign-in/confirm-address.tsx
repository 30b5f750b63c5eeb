import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { ConfirmAddressContent } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";

/** The form behind a mailed link, which confirms an address. */
export function ConfirmAddress({
  content,
}: {
  readonly content: ConfirmAddressContent;
}): JSX.Element {
  const { byMail } = useReader().texts;
  const { page, token, email } = content;
  return (
    <div class="sign-in">
      <h1>{byMail.confirmTitle[page]}</h1>
      <p class="lead">{fill(byMail.confirmLead[page], { email })}</p>
      <form class="card sign-in-form" method="post" action={`/dashboard/${page}`}>
        <input type="hidden" name="token" value={token} />
        <button class="button" type="submit">
          {byMail.confirm}
        </button>
      </form>
    </div>
  );
}
