import type { DocsTexts } from "../../texts/texts.ts";
import type { TryField } from "./try-it-state.ts";

interface FieldInputProps {
  readonly field: TryField;
  readonly texts: DocsTexts;
}

/** A field of a request, whose input is of its kind. */
export function FieldInput({ field, texts }: FieldInputProps) {
  const { name, kind, values, initial, standard, isRequired } = field;
  const id = `try-${name}`;
  const common = { id, name, class: "input", "aria-required": isRequired };
  const isLong = kind === "long" || kind === "json";
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code> {isRequired && <span class="field-required">{texts.required}</span>}
        {kind === "json" && <span class="quiet">{texts.json}</span>}
      </label>
      {kind === "choice" && (
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
      )}
      {kind === "file" && <input {...common} type="file" />}
      {isLong && <textarea {...common} rows={3} spellcheck={false} defaultValue={initial} />}
      {(kind === "text" || kind === "number") && (
        <input
          {...common}
          inputMode={kind === "number" ? "decimal" : "text"}
          type="text"
          spellcheck={false}
          autocomplete="off"
          placeholder={standard ?? ""}
          defaultValue={initial}
        />
      )}
    </div>
  );
}
