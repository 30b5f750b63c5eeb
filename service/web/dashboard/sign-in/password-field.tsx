import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { useReader } from "../frame/reader.ts";

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: "current-password" | "new-password";
  readonly help?: string | undefined;
  readonly complaint?: string | undefined;
  readonly minLength?: number;
}

/** A field for a password, which can be looked at where a script runs. */
export function PasswordField(props: PasswordFieldProps): JSX.Element {
  const { name, label, autocomplete, help, complaint, minLength } = props;
  const { texts, isLive } = useReader();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const { signIn } = texts;
  const notes = [help && `${id}-help`, complaint && `${id}-complaint`].filter(Boolean).join(" ");
  const input = {
    class: "input",
    id,
    name,
    autocomplete,
    required: true,
    minLength,
    "aria-invalid": complaint === undefined ? undefined : true,
    "aria-describedby": notes === "" ? undefined : notes,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="password">
        {isShown ? <input {...input} type="text" /> : <input {...input} type="password" />}
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
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
      {complaint !== undefined && (
        <p class="complaint" role="alert" id={`${id}-complaint`}>
          {complaint}
        </p>
      )}
    </div>
  );
}
