import type { JSX } from "preact";
import type { LinkEndedContent } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";

/** The path where a new link can be requested. */
const NEW_LINK: Readonly<Partial<Record<LinkEndedContent["about"], string>>> = {
  "sign-up": "/dashboard/sign-up",
  password: "/dashboard/lost-password",
  address: "/dashboard/account",
  "new-address": "/dashboard/account",
};

/** Says that a mailed link no longer works, and where to get a new one. */
export function LinkEnded({ content }: { readonly content: LinkEndedContent }): JSX.Element {
  const { byMail } = useReader().texts;
  const newLink = NEW_LINK[content.about];
  return (
    <div class="sign-in">
      <h1>{byMail.endedTitle}</h1>
      <p class="lead">{newLink === undefined ? byMail.invitationEnded : byMail.ended}</p>
      {newLink !== undefined && (
        <p>
          <a class="button" href={newLink}>
            {byMail.endedNext}
          </a>
        </p>
      )}
      <p>
        <a href="/dashboard">{byMail.back}</a>
      </p>
    </div>
  );
}
