import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { SignUpContent } from "../frame/content.ts";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { EmailField } from "./email-field.tsx";
import { PasswordField } from "./password-field.tsx";
import { Form } from "../frame/form.tsx";

/** The sign-up form, or whom to ask for an account where sign-up is closed. */
export function SignUp({ content }: { readonly content: SignUpContent }): JSX.Element {
  const { signIn, byMail } = useReader().texts;
  const openLead = content.sendsMail ? byMail.signUpLead : signIn.signUpLead;
  return (
    <div class="sign-in">
      <h1>{content.isOpen ? signIn.signUp : signIn.closedTitle}</h1>
      <p class="lead">{content.isOpen ? openLead : signIn.closed}</p>
      {content.isOpen ? (
        <SignUpForm content={content} />
      ) : (
        <SignUpClosed contact={content.contact} />
      )}
      <p>
        {signIn.haveAccount} <a href={content.next}>{signIn.signIn}</a>
      </p>
    </div>
  );
}

function SignUpForm({ content }: { readonly content: SignUpContent }) {
  const { signIn, byMail } = useReader().texts;
  const { signUpProblems, passwordProblems } = signIn;
  const { email, next, problem, sendsMail, minPasswordCharacters } = content;
  const texts: Partial<Record<string, string>> = { ...signUpProblems, ...passwordProblems };
  const complaintAmong = (problems: readonly string[]) =>
    problems.includes(problem) ? texts[problem] : undefined;
  return (
    <Form class="card sign-in-form" method="post" action="/dashboard/sign-up">
      <Complaint text={complaintAmong(["too-many", "away", "busy"])} />
      <input type="hidden" name="next" value={next} />
      <EmailField
        defaultValue={email}
        help={sendsMail ? undefined : signIn.emailHelp}
        complaint={complaintAmong(["email", "taken"])}
      />
      {!sendsMail && (
        <PasswordField
          name="password"
          label={signIn.password}
          autocomplete="new-password"
          help={fill(signIn.passwordHelp, { min: minPasswordCharacters })}
          complaint={complaintAmong(Object.keys(passwordProblems))}
          minLength={minPasswordCharacters}
        />
      )}
      <button class="button" type="submit">
        {sendsMail ? byMail.sendLink : signIn.signUp}
      </button>
    </Form>
  );
}

function SignUpClosed({ contact }: Pick<SignUpContent, "contact">) {
  const { signIn } = useReader().texts;
  if (contact === undefined) return <p>{signIn.askOperator}</p>;
  return (
    <p>
      {signIn.askContact} <a href={`mailto:${contact}`}>{contact}</a>
    </p>
  );
}
