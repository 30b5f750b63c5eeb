import type { JSX } from "preact";
import { Field, type FieldProps } from "../frame/field.tsx";
import { useReader } from "../frame/reader.ts";

/** A field for the e-mail address of somebody who signs in or up. */
export function EmailField({
  label,
  ...props
}: Omit<FieldProps, "id" | "label" | "type"> & { readonly label?: string }): JSX.Element {
  const { signIn } = useReader().texts;
  return (
    <Field
      id="email"
      label={label ?? signIn.email}
      name="email"
      type="email"
      autocomplete="username"
      required
      {...props}
    />
  );
}
