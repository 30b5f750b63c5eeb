import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { PasswordProblem, SignUpContent } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import type { DashboardTexts } from "../../texts/texts.ts";
import { PasswordField } from "./password-field.tsx";

/** How an account is made, or whom to ask for one. */
export function SignUp({ content }: { readonly content: SignUpContent }): JSX.Element {
  const { signIn } = useReader().texts;
  if (!content.isOpen) return <Closed contact={content.contact} />;
  const { email, leastPasswordCharacters } = content;
  const { general, ofEmail, ofPassword } = complaints(signIn, content.problem);
  return (
    <div class="sign-in">
      <h1>{signIn.signUp}</h1>
      <p class="lead">{signIn.signUpLead}</p>
      <form class="card sign-in-form" method="post" action="/dashboard/sign-up">
        {general !== undefined && (
          <p class="notice problem" role="alert">
            {general}
          </p>
        )}
        <div class="field">
          <label for="email">{signIn.email}</label>
          <input
            class="input"
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            defaultValue={email}
            required
            aria-invalid={ofEmail === undefined ? undefined : true}
            aria-describedby={ofEmail === undefined ? "email-help" : "email-help email-complaint"}
          />
          <small id="email-help">{signIn.emailHelp}</small>
          {ofEmail !== undefined && (
            <p class="complaint" role="alert" id="email-complaint">
              {ofEmail}
            </p>
          )}
        </div>
        <PasswordField
          name="password"
          label={signIn.password}
          autocomplete="new-password"
          help={fill(signIn.passwordHelp, { least: leastPasswordCharacters })}
          complaint={ofPassword}
          minLength={leastPasswordCharacters}
        />
        <button class="button" type="submit">
          {signIn.signUp}
        </button>
      </form>
      <p>
        {signIn.haveAccount} <a href="/dashboard">{signIn.signIn}</a>
      </p>
    </div>
  );
}

function Closed({ contact }: Pick<SignUpContent, "contact">): JSX.Element {
  const { signIn } = useReader().texts;
  return (
    <div class="sign-in">
      <h1>{signIn.closedTitle}</h1>
      <p class="lead">{signIn.closed}</p>
      <p>
        {contact === undefined ? (
          signIn.askOperator
        ) : (
          <>
            {signIn.askContact} <a href={`mailto:${contact}`}>{contact}</a>
          </>
        )}
      </p>
      <p>
        {signIn.haveAccount} <a href="/dashboard">{signIn.signIn}</a>
      </p>
    </div>
  );
}

/** What is said where of a problem. */
function complaints(signIn: DashboardTexts["signIn"], problem: SignUpContent["problem"]) {
  const { signUpProblems, passwordProblems } = signIn;
  return {
    general: problem === "too-many" || problem === "away" ? signUpProblems[problem] : undefined,
    ofEmail: problem === "email" || problem === "taken" ? signUpProblems[problem] : undefined,
    ofPassword: isPasswordProblem(passwordProblems, problem)
      ? passwordProblems[problem]
      : undefined,
  };
}

function isPasswordProblem(
  texts: Readonly<Record<PasswordProblem, string>>,
  problem: string,
): problem is PasswordProblem {
  return Object.hasOwn(texts, problem);
}
