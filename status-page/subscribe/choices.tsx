import { type Language, LANGUAGES, languages } from "#web-kit/language/languages.ts";
import type { JSX } from "preact";
import type { NamedComponent } from "#status-api/page/page-view-status-event.ts";
import { useReader } from "../reader/reader.ts";
import { useSubscribeTexts, SUBSCRIBE_TEXTS } from "./texts.ts";

interface ComponentChoiceProps {
  readonly choices: readonly NamedComponent[];
  /** Ids that are checked initially; null for all. */
  readonly chosen: readonly string[] | null;
  readonly complaint?: string | undefined;
}

/** The fields for choosing components: all of them, or those that are checked. */
export function ComponentChoice({ choices, chosen, complaint }: ComponentChoiceProps): JSX.Element {
  const { language } = useReader();
  const texts = useSubscribeTexts("subscribe");
  return (
    <fieldset
      class="field component-choice"
      aria-describedby={complaint === undefined ? undefined : "components-complaint"}
    >
      <legend>{texts.components}</legend>
      <label class="choice">
        <input type="radio" name="scope" value="all" defaultChecked={chosen === null} />
        {texts.allComponents}
      </label>
      <label class="choice">
        <input
          type="radio"
          name="scope"
          value="some"
          defaultChecked={chosen !== null}
          autofocus={complaint !== undefined}
        />
        {texts.onlyThese}
      </label>
      {complaint !== undefined && (
        <p class="complaint" id="components-complaint" role="alert">
          {complaint}
        </p>
      )}
      <ul class="component-list">
        {choices.map(({ id, name }) => (
          <li key={id}>
            <label class="choice">
              <input
                type="checkbox"
                name="components"
                value={id}
                defaultChecked={chosen?.includes(id) ?? false}
              />
              {name[language]}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

export function LanguageChoice({ chosen }: { chosen: Language }): JSX.Element {
  const { language } = useReader();
  return (
    <fieldset class="field language-choice">
      <legend>{SUBSCRIBE_TEXTS[language].subscribe.messageLanguage}</legend>
      {languages.map((one) => (
        <label key={one} class="choice">
          <input type="radio" name="language" value={one} defaultChecked={one === chosen} />
          <span lang={one}>{LANGUAGES[one].name}</span>
        </label>
      ))}
    </fieldset>
  );
}
