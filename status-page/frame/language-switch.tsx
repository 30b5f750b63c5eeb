import type { Language } from "#web-kit/language/languages.ts";
import type { JSX } from "preact";
import { useReader } from "../reader/reader.ts";
import { textsOf } from "../texts/texts.ts";

/** Links to the same page in each language; the choice is remembered. */
export function LanguageSwitch({ path, label }: { path: string; label: string }): JSX.Element {
  const { language } = useReader();
  return (
    <nav class="languages" aria-label={label}>
      {(Object.keys(textsOf) as Language[]).map((other) => (
        <a
          key={other}
          href={`${path}${path.includes("?") ? "&" : "?"}lang=${other}`}
          lang={other}
          hreflang={other}
          aria-current={other === language ? "true" : undefined}
        >
          {textsOf[other].languageName}
        </a>
      ))}
    </nav>
  );
}
