import type { JSX } from "preact";
import type { LinkEndedContent } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";

/** Where there is another link. */
const NEW_LINK: Readonly<Record<LinkEndedContent["about"], string>> = {
  "sign-up": "/dashboard/sign-up",
  password: "/dashboard/lost-password",
  address: "/dashboard/account",
};

/** Says that a link from a mail no longer works, and where there is another. */
export function LinkEnded({ content }: { readonly content: LinkEndedContent }): JSX.Element {
  const { byMail } = useReader().texts;
  return (
    <div class="sign-in">
      <h1>{byMail.endedTitle}</h1>
      <p class="lead">{byMail.ended}</p>
      <p>
        <a class="button" href={NEW_LINK[content.about]}>
          {byMail.endedNext}
        </a>
      </p>
      <p>
        <a href="/dashboard">{byMail.back}</a>
      </p>
    </div>
  );
}
