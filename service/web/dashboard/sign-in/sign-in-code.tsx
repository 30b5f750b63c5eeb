import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { SignInCodeContent } from "../frame/content.ts";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { CodeField } from "./code-field.tsx";
import { Form } from "../frame/form.tsx";

/** The form for the second-step code, which completes signing in. */
export function SignInCode({ content }: { readonly content: SignInCodeContent }): JSX.Element {
  const { twoStep, byMail } = useReader().texts;
  const { token, email, next, problem } = content;
  return (
    <div class="sign-in">
      <h1>{twoStep.askTitle}</h1>
      <p class="lead">{fill(twoStep.askLead, { email })}</p>
      <Form class="card sign-in-form" method="post" action="/dashboard/sign-in/code">
        <Complaint text={problem === "too-many" ? twoStep.problems[problem] : undefined} />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="next" value={next} />
        <CodeField
          label={twoStep.anyCode}
          complaint={problem === "wrong-code" ? twoStep.problems[problem] : undefined}
        />
        <button class="button" type="submit">
          {twoStep.signIn}
        </button>
      </Form>
      <p class="quiet">{twoStep.lost}</p>
      <p>
        <a href="/dashboard">{byMail.back}</a>
      </p>
    </div>
  );
}
