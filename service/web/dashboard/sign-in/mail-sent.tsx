import type { JSX } from "preact";
import type { MailSentContent } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";

/** Says that a mail was sent, even if none was: the page must not reveal whether an address has an account. */
export function MailSent({ content }: { readonly content: MailSentContent }): JSX.Element {
  const { byMail } = useReader().texts;
  return (
    <div class="sign-in">
      <h1>{byMail.sentTitle}</h1>
      <p class="lead">{byMail.sent[content.about]}</p>
      <p>{byMail.sentNothing}</p>
      <p>
        <a href="/dashboard">{byMail.back}</a>
      </p>
    </div>
  );
}
