import type { InputHTMLAttributes, JSX } from "preact";
import { useWasEmpty } from "./form.tsx";
import { useInputFault } from "./input-fault.ts";
import { useReader } from "./reader.ts";

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "label"> {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  readonly complaint?: string | undefined;
  /** The message for a required field that is empty; a general one by default. */
  readonly missing?: string;
  /** Wraps the input, to put other elements in the same row. */
  readonly row?: (input: JSX.Element) => JSX.Element;
}

/** A labelled input with its help and error message; other attributes are passed to the input. */
export function Field(props: FieldProps): JSX.Element {
  const { fieldFaults } = useReader().texts.frame;
  const {
    label,
    help,
    missing = fieldFaults.missing,
    complaint: givenComplaint,
    ...others
  } = props;
  const { row = (input) => input, ...attributes } = others;
  const { id, name, required } = attributes;
  const { fault, watch } = useInputFault(missing);
  const isMissing = useWasEmpty(name) && required === true;
  const answered = isMissing ? missing : givenComplaint;
  const complaint = fault.value ?? answered;
  const notes = [help && `${id}-help`, complaint && `${id}-complaint`].filter(Boolean).join(" ");
  const input = {
    class: "input",
    type: "text",
    // With several such fields, the browser focuses the first.
    autofocus: answered !== undefined,
    "aria-invalid": complaint === undefined ? undefined : true,
    "aria-describedby": notes === "" ? undefined : notes,
    ...attributes,
  } as InputHTMLAttributes<HTMLInputElement>;
  return (
    <div class="field" {...watch}>
      <label for={id}>{label}</label>
      {row(<input {...input} />)}
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
      {complaint !== undefined && (
        <p class="complaint" role="alert" id={`${id}-complaint`}>
          {complaint}
        </p>
      )}
    </div>
  );
}
