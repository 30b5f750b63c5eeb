import type { JSX } from "preact";
import type { EntranceContent } from "../frame/content.ts";
import { ConfirmAddress } from "./confirm-address.tsx";
import { Invitation } from "./invitation.tsx";
import { LinkEnded } from "./link-ended.tsx";
import { LostPassword } from "./lost-password.tsx";
import { MailSent } from "./mail-sent.tsx";
import { NewPassword } from "./new-password.tsx";
import { SignIn } from "./sign-in.tsx";
import { SignInCode } from "./sign-in-code.tsx";
import { SignUp } from "./sign-up.tsx";

/** A page for people who are not signed in, or a form behind a mailed link. */
export function Entrance({ content }: { readonly content: EntranceContent }): JSX.Element {
  switch (content.page) {
    case "sign-in":
      return <SignIn content={content} />;
    case "sign-in-code":
      return <SignInCode content={content} />;
    case "sign-up":
      return <SignUp content={content} />;
    case "lost-password":
      return <LostPassword content={content} />;
    case "mail-sent":
      return <MailSent content={content} />;
    case "new-password":
      return <NewPassword content={content} />;
    case "confirm-address":
    case "new-address":
      return <ConfirmAddress content={content} />;
    case "invitation":
      return <Invitation content={content} />;
    case "link-ended":
      return <LinkEnded content={content} />;
  }
}
