import type { JSX } from "preact";
import type { LostPasswordContent } from "../frame/content.ts";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { EmailField } from "./email-field.tsx";
import { Form } from "../frame/form.tsx";

/** The form that requests a password reset mail. */
export function LostPassword({ content }: { readonly content: LostPasswordContent }): JSX.Element {
  const { byMail, signIn } = useReader().texts;
  const { problem, email, next } = content;
  const isOfForm = problem === "too-many" || problem === "away";
  return (
    <div class="sign-in">
      <h1>{byMail.lostTitle}</h1>
      <p class="lead">{byMail.lostLead}</p>
      <Form class="card sign-in-form" method="post" action="/dashboard/lost-password">
        <Complaint text={isOfForm ? byMail.problems[problem] : undefined} />
        <input type="hidden" name="next" value={next} />
        <EmailField
          defaultValue={email}
          complaint={problem === "email" ? signIn.signUpProblems.email : undefined}
        />
        <button class="button" type="submit">
          {byMail.sendLink}
        </button>
      </Form>
      <p>
        <a href={next}>{byMail.back}</a>
      </p>
    </div>
  );
}
