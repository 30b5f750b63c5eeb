import { type ComponentChildren, createContext, type InputHTMLAttributes, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { fieldOf } from "#monitor/domain/localized-text.ts";
import { TIME_ZONES } from "#monitor/domain/zone-clock.ts";
import type { FormOf } from "#status-api/page/page-view-work.ts";
import { languages } from "#web-kit/language/languages.ts";
import { FORM_ID } from "./console-form.ts";
import { Alert } from "./page-parts.tsx";
import { textLabel } from "./refusal-words.ts";
import { useConsoleTexts } from "./texts.ts";
import { Preview, type PreviewProps } from "./update-parts.tsx";

const MIN_ROWS = 4;
const MAX_ROWS = 24;

type AnyForm = FormOf<readonly never[]>;

const FormContext = createContext<AnyForm>({ texts: {}, components: [], key: "" });

/** Returns what the form around a field says in it. */
function useField(name: string): string {
  const form: Readonly<Record<string, unknown>> = useContext(FormContext);
  const said = form[name];
  return typeof said === "string" ? said : "";
}

/** The form of a page, whose fields show what `form` says; changing the language keeps its input. */
export function ConsoleForm({
  action,
  form,
  children,
}: {
  readonly action: string;
  readonly form: AnyForm;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <FormContext.Provider value={form}>
      <form id={FORM_ID} method="post" action={action} class="tell">
        <input type="hidden" name="key" value={form.key} />
        {children}
      </form>
    </FormContext.Provider>
  );
}

/** A field of one line with its label; it shows what the form says, unless it has a value of its own. */
export function Field({
  label,
  name,
  ...own
}: { readonly label: string; readonly name: string } & InputHTMLAttributes): JSX.Element {
  return (
    <label class="field">
      {label}
      <input class="input" name={name} value={useField(name)} {...own} />
    </label>
  );
}

/** Fields for the text in every language, and for its title where it has one. */
export function Texts({ hasTitle }: { readonly hasTitle: boolean }): JSX.Element {
  const { tell } = useConsoleTexts().console;
  const { texts: written } = useContext(FormContext);
  const inEveryLanguage = (field: "name" | "body") =>
    languages.map((lang) => {
      const name = fieldOf(field, lang);
      return { name, lang, label: textLabel(field, lang, tell), text: written[name] ?? "" };
    });
  return (
    <>
      {hasTitle &&
        inEveryLanguage("name").map(({ name, lang, label, text }) => (
          <Field key={name} label={label} name={name} lang={lang} maxLength={200} value={text} />
        ))}
      {inEveryLanguage("body").map(({ name, lang, label, text }) => (
        <label key={name} class="field">
          {label}
          <textarea class="input" name={name} lang={lang} rows={rowsOf(text)} maxLength={10_000}>
            {text}
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

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly children: readonly (readonly [value: string, word: string])[];
}

/** One of several choices; by default the one that the form says. */
export function Choice({
  label,
  name,
  chosen,
  children,
}: ChoiceProps & { readonly chosen?: string }): JSX.Element {
  const said = useField(name);
  return (
    <label class="field">
      {label}
      <select class="input" name={name}>
        {children.map(([value, word]) => (
          <option key={value} value={value} selected={value === (chosen ?? said)}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Checkboxes for several choices. */
export function Choices({
  label,
  name,
  chosen,
  children,
}: ChoiceProps & { readonly chosen: readonly string[] }): JSX.Element {
  return (
    <fieldset>
      <legend>{label}</legend>
      {children.map(([value, word]) => (
        <label key={value} class="choice">
          <input type="checkbox" name={name} value={value} checked={chosen.includes(value)} />{" "}
          {word}
        </label>
      ))}
    </fieldset>
  );
}

export function ZoneField({ help }: { readonly help: string }): JSX.Element {
  const texts = useConsoleTexts().console.work.maintenance;
  return (
    <>
      <Field
        label={texts.zone}
        name="time_zone"
        list="time-zones"
        required
        autocomplete="off"
        aria-describedby="zone-help"
      />
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
  title,
  isNew,
  preview,
  warning = "",
  children,
}: {
  readonly title: string;
  /** Whether the page is about nothing else, so that its heading is the title. */
  readonly isNew: boolean;
  /** Null until a preview is requested. */
  readonly preview: PreviewProps | null;
  /** What to read before publishing it. */
  readonly warning?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  const texts = useConsoleTexts().console.tell;
  return (
    <div class="console-write">
      <section class="card" aria-label={title}>
        {!isNew && <h2>{title}</h2>}
        {children}
      </section>
      <div class="console-beside">
        <p id="console-not-yet" class="quiet" hidden />
        <div id="console-preview">
          {warning !== "" && <Alert>{warning}</Alert>}
          {preview === null ? (
            <p class="card quiet">{texts.previewHere}</p>
          ) : (
            <Preview {...preview} />
          )}
        </div>
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
