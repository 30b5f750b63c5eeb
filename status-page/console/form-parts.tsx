import type { ComponentChildren, JSX } from "preact";
import { TIME_ZONES } from "#monitor/domain/zone-clock.ts";
import type { TextFields } from "#status-api/page/page-view-work.ts";
import { FORM_ID } from "./console-form.ts";
import { namedField } from "./refusal-words.ts";
import { useConsoleTexts } from "./texts.ts";

const MIN_ROWS = 4;
const MAX_ROWS = 24;

/** The form of a page; changing the language keeps its input. */
export function ConsoleForm({
  action,
  formKey,
  children,
}: {
  readonly action: string;
  /** The idempotency key of the form. */
  readonly formKey: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <form id={FORM_ID} method="post" action={action} class="tell">
      <input type="hidden" name="key" value={formKey} />
      {children}
    </form>
  );
}

/** Fields for the text in every language, and for its title where it has one. */
export function Texts({
  fields,
  texts: written,
  hasTitle,
}: {
  readonly fields: readonly TextFields[];
  readonly texts: Readonly<Record<string, string>>;
  readonly hasTitle: boolean;
}): JSX.Element {
  const { tell } = useConsoleTexts().console;
  return (
    <>
      {hasTitle &&
        fields.map(({ language, name }) => (
          <label key={name}>
            {namedField({ kind: "title", language }, tell)}
            <input
              class="input"
              name={name}
              lang={language}
              maxLength={200}
              value={written[name] ?? ""}
            />
          </label>
        ))}
      {fields.map(({ language, body }) => (
        <label key={body}>
          {namedField({ kind: "text", language }, tell)}
          <textarea
            class="input"
            name={body}
            lang={language}
            rows={rowsOf(written[body] ?? "")}
            maxLength={10_000}
          >
            {written[body] ?? ""}
          </textarea>
        </label>
      ))}
    </>
  );
}

/** Returns how many rows a field begins with: enough for a short text, or for most of a long one. */
function rowsOf(text: string): number {
  return Math.min(Math.max(MIN_ROWS, text.split("\n").length + 1), MAX_ROWS);
}

export function Choice({
  label,
  name,
  chosen,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly chosen: string;
  readonly children: readonly (readonly [value: string, word: string])[];
}): JSX.Element {
  return (
    <label>
      {label}
      <select class="input" name={name}>
        {children.map(([value, word]) => (
          <option key={value} value={value} selected={value === chosen}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Checkboxes for several choices. */
export function Choices({
  legend,
  name,
  chosen,
  children,
}: {
  readonly legend: string;
  readonly name: string;
  readonly chosen: readonly string[];
  readonly children: readonly (readonly [value: string, word: string])[];
}): JSX.Element {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children.map(([value, word]) => (
        <label key={value} class="choice">
          <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} />{" "}
          {word}
        </label>
      ))}
    </fieldset>
  );
}

/** A field for a time, in the zone that is shown beside it. */
export function TimeField({
  label,
  name,
  value,
  isNeeded,
}: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly isNeeded: boolean;
}): JSX.Element {
  return (
    <label>
      {label}
      <input class="input" type="datetime-local" name={name} value={value} required={isNeeded} />
    </label>
  );
}

export function ZoneField({
  value,
  help,
}: {
  readonly value: string;
  readonly help: string;
}): JSX.Element {
  const texts = useConsoleTexts().console.work.maintenance;
  return (
    <>
      <label>
        {texts.zone}
        <input
          class="input"
          name="time_zone"
          list="time-zones"
          value={value}
          required
          autocomplete="off"
          aria-describedby="zone-help"
        />
      </label>
      <p id="zone-help" class="quiet">
        {help}
      </p>
      <datalist id="time-zones">
        {TIME_ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

/** A form with its preview beside it; the buttons that preview and publish stay in view. */
export function FormWithPreview({
  beside,
  children,
}: {
  /** The preview, and notes to read before publishing it. */
  readonly beside: ComponentChildren;
  readonly children: ComponentChildren;
}): JSX.Element {
  const texts = useConsoleTexts().console.tell;
  return (
    <div class="console-write">
      {children}
      <div class="console-beside">
        <p id="console-not-yet" class="quiet" hidden />
        <div id="console-preview">{beside}</div>
      </div>
      <p class="publish-bar">
        <button class="button plain" form={FORM_ID} name="step" value="preview">
          {texts.preview}
        </button>{" "}
        <button class="button" form={FORM_ID} name="step" value="send">
          {texts.send}
        </button>
      </p>
    </div>
  );
}
