import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { Field, type FieldProps } from "../frame/field.tsx";
import { useReader } from "../frame/reader.ts";

/** Tells password managers whose password a form is about. */
export function OwnerField({ email }: { readonly email: string }): JSX.Element {
  return (
    <input
      class="hidden"
      name="email"
      type="text"
      autocomplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}

/** A password field; where a script runs, a button reveals the password. */
export function PasswordField(props: Omit<FieldProps, "id" | "row" | "type">): JSX.Element {
  const { texts, isLive } = useReader();
  const { signIn } = texts;
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      id={id}
      type={isShown ? "text" : "password"}
      required
      row={(input) => (
        <div class="password">
          {input}
          <button
            type="button"
            class="button plain small with-script"
            disabled={!isLive}
            aria-label={isShown ? signIn.hidePassword : signIn.showPassword}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? signIn.hide : signIn.show}
          </button>
        </div>
      )}
    />
  );
}
