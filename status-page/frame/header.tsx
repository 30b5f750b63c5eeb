import type { JSX } from "preact";
import type { Language } from "#status-api/states.ts";
import { useReader } from "../reader/reader.ts";
import { textsOf } from "../texts/texts.ts";

/** The page's name and the switch between its languages. */
export function PageHeader({ name }: { name: string }): JSX.Element {
  const { texts, language } = useReader();
  return (
    <header class="page-header">
      <a class="skip" href="#content">
        {texts.skipToContent}
      </a>
      <a class="page-name" href="/">
        {name}
      </a>
      <nav aria-label={texts.switchLanguage}>
        {(Object.keys(textsOf) as Language[]).map((other) => (
          <a
            key={other}
            href={`/?lang=${other}`}
            lang={other}
            hreflang={other}
            aria-current={other === language ? "true" : undefined}
          >
            {textsOf[other].languageName}
          </a>
        ))}
      </nav>
    </header>
  );
}
