import type { JSX } from "preact";
import { type Language, LANGUAGES, languages } from "./languages.ts";

interface LanguageSwitchProps {
  /** Names the switch, e.g. `Language`. */
  readonly label: string;
  readonly current: Language;
  /** The page's path, with its query if it has one. */
  readonly path: string;
}

/** Links to the same page in each language; the server remembers the choice. */
export function LanguageSwitch({ label, current, path }: LanguageSwitchProps): JSX.Element {
  return (
    <nav class="languages" aria-label={label}>
      {languages.map((language) => (
        <a
          key={language}
          href={`${path}${path.includes("?") ? "&" : "?"}lang=${language}`}
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
