import type { JSX } from "preact";
import { type Language, LANGUAGES, languages } from "./languages.ts";
import { LANGUAGE_FIELD } from "./negotiate-language.ts";

interface LanguageSwitchProps {
  /** The accessible name of the switch, e.g. `Language`. */
  readonly label: string;
  readonly current: Language;
  /** The page's path, with its query if it has one; empty for the current URL. */
  readonly path: string;
  /** The id of a form that is sent, with its contents, to show it in another language; undefined for links. */
  readonly form?: string | undefined;
}

/** Links to the same page in each language; the server remembers the choice. */
export function LanguageSwitch({ label, current, path, form }: LanguageSwitchProps): JSX.Element {
  if (form !== undefined) return <FormLanguageSwitch {...{ label, current, form }} />;
  return (
    <nav class="languages" aria-label={label}>
      {languages.map((language) => (
        <a
          key={language}
          href={`${path}${path.includes("?") ? "&" : "?"}${LANGUAGE_FIELD}=${language}`}
          lang={language}
          hreflang={language}
          aria-current={language === current ? "true" : undefined}
        >
          {LANGUAGES[language].name}
        </a>
      ))}
    </nav>
  );
}

function FormLanguageSwitch({
  label,
  current,
  form,
}: Omit<LanguageSwitchProps, "path" | "form"> & { readonly form: string }): JSX.Element {
  return (
    <nav class="languages" aria-label={label}>
      {languages.map((language) => (
        <button
          key={language}
          form={form}
          formNoValidate
          name={LANGUAGE_FIELD}
          value={language}
          lang={language}
          aria-current={language === current ? "true" : undefined}
        >
          {LANGUAGES[language].name}
        </button>
      ))}
    </nav>
  );
}
