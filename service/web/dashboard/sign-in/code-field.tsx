import type { JSX } from "preact";
import { Field, type FieldProps } from "../frame/field.tsx";

/** A field for an authenticator code or a recovery code. */
export function CodeField(props: Omit<FieldProps, "id" | "type" | "name">): JSX.Element {
  return (
    <Field
      id="code"
      name="code"
      autocomplete="one-time-code"
      autocapitalize="none"
      spellcheck={false}
      required
      {...props}
    />
  );
}
