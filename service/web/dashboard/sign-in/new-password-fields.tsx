import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { NewPasswordContent } from "../frame/content.ts";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { OwnerField, PasswordField } from "./password-field.tsx";

/** The fields for choosing a first or new password through a link. */
export function NewPasswordFields({
  email,
  problem,
  minPasswordCharacters,
}: Pick<NewPasswordContent, "email" | "problem" | "minPasswordCharacters">): JSX.Element {
  const { signIn } = useReader().texts;
  const isOfPassword = problem !== "none" && problem !== "too-many";
  return (
    <>
      <Complaint text={problem === "too-many" ? signIn.signInProblems[problem] : undefined} />
      <OwnerField email={email} />
      <PasswordField
        name="new_password"
        label={signIn.password}
        autocomplete="new-password"
        help={fill(signIn.passwordHelp, { min: minPasswordCharacters })}
        complaint={isOfPassword ? signIn.passwordProblems[problem] : undefined}
        minLength={minPasswordCharacters}
      />
    </>
  );
}
