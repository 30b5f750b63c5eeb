import type { JSX } from "preact";
import type { DocsTexts } from "../../texts/texts.ts";
import type { TryField } from "./try-it-state.ts";

interface FieldInputProps {
  readonly field: TryField;
  readonly texts: DocsTexts;
}

/** A field of a request, asked for by what it may be. */
export function FieldInput({ field, texts }: FieldInputProps) {
  const { name, isRequired, kind } = field;
  const id = `try-${name}`;
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code> {isRequired && <span class="field-required">{texts.required}</span>}
        {kind === "json" && <span class="quiet">{texts.json}</span>}
      </label>
      <Input field={field} id={id} texts={texts} />
    </div>
  );
}

function Input({ field, id, texts }: FieldInputProps & { readonly id: string }): JSX.Element {
  const { name, kind, values, initial, standard, isRequired } = field;
  const common = { id, name, class: "input", "aria-required": isRequired };
  switch (kind) {
    case "choice":
      return (
        <select {...common} defaultValue={initial}>
          {!isRequired && (
            <option value="">
              {standard === undefined ? texts.leaveOut : `${texts.byDefault}: ${standard}`}
            </option>
          )}
          {values.map((value) => (
            <option key={value} selected={value === initial}>
              {value}
            </option>
          ))}
        </select>
      );
    case "file":
      return <input {...common} type="file" />;
    case "long":
    case "json":
      return <textarea {...common} rows={3} spellcheck={false} defaultValue={initial} />;
    case "number":
    case "text":
      return (
        <input
          {...common}
          inputMode={kind === "number" ? "decimal" : "text"}
          type="text"
          spellcheck={false}
          autocomplete="off"
          placeholder={standard ?? ""}
          defaultValue={initial}
        />
      );
  }
}
