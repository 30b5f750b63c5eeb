import type { JSX } from "preact";
import type { PasswordProblem, SignUpContent } from "../content.ts";
import { useReader } from "../frame/reader.ts";
import type { Texts } from "../texts/texts.ts";
import { PasswordField } from "./password-field.tsx";

/** How an account is made, or whom to ask for one. */
export function SignUp({ content }: { readonly content: SignUpContent }): JSX.Element {
  const { entrance } = useReader().texts;
  if (!content.isOpen) return <Closed contact={content.contact} />;
  const { email, leastPasswordCharacters } = content;
  const { general, ofEmail, ofPassword } = complaints(entrance, content.problem);
  return (
    <div class="entrance">
      <h1>{entrance.signUp}</h1>
      <p class="lead">{entrance.signUpLead}</p>
      <form class="card entrance-form" method="post" action="/dashboard/sign-up">
        {general !== undefined && (
          <p class="notice problem" role="alert">
            {general}
          </p>
        )}
        <div class="field">
          <label for="email">{entrance.email}</label>
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
          <small id="email-help">{entrance.emailHelp}</small>
          {ofEmail !== undefined && (
            <p class="complaint" role="alert" id="email-complaint">
              {ofEmail}
            </p>
          )}
        </div>
        <PasswordField
          name="password"
          label={entrance.password}
          autocomplete="new-password"
          help={entrance.passwordHelp(leastPasswordCharacters)}
          complaint={ofPassword}
          minLength={leastPasswordCharacters}
        />
        <button class="button" type="submit">
          {entrance.signUp}
        </button>
      </form>
      <p>
        {entrance.haveAccount} <a href="/dashboard">{entrance.signIn}</a>
      </p>
    </div>
  );
}

function Closed({ contact }: Pick<SignUpContent, "contact">): JSX.Element {
  const { entrance } = useReader().texts;
  return (
    <div class="entrance">
      <h1>{entrance.closedTitle}</h1>
      <p class="lead">{entrance.closed}</p>
      <p>
        {contact === undefined ? (
          entrance.askOperator
        ) : (
          <>
            {entrance.askContact} <a href={`mailto:${contact}`}>{contact}</a>
          </>
        )}
      </p>
      <p>
        {entrance.haveAccount} <a href="/dashboard">{entrance.signIn}</a>
      </p>
    </div>
  );
}

/** What is said where of a problem. */
function complaints(entrance: Texts["entrance"], problem: SignUpContent["problem"]) {
  const { signUpProblems, passwordProblems } = entrance;
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
