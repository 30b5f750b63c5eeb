import type { JSX } from "preact";
import { Icon } from "../frame/icon.tsx";
import type { DemoLimits } from "../frame/content.ts";
import type { DemoTexts } from "../../texts/texts.ts";
import { useReady } from "../frame/use-ready.ts";
import type { Variant } from "./design-demo.ts";
import { flawOf, type DesignForm } from "./design-form.ts";
import { VariantView } from "./variant-view.tsx";

interface DesignPanelProps {
  readonly texts: DemoTexts;
  readonly limits: DemoLimits;
  /** The model that designs voices is loaded. */
  readonly isAvailable: boolean;
  readonly form: DesignForm;
  readonly variants: readonly Variant[];
  readonly onChange?: (change: Partial<DesignForm>) => void;
  readonly onCreate?: () => void;
  readonly onReplay?: (variant: Variant) => void;
}

/** The demo of designed voices: words for a voice, and the voices that came of them. */
export function DesignPanel(props: DesignPanelProps): JSX.Element {
  const { texts, isAvailable, form, variants, onChange, onCreate, onReplay } = props;
  const words = texts.design;
  const isReady = useReady();
  const flaw = flawOf(form.description, true) ?? flawOf(form.directions, false);
  const canCreate = isReady && isAvailable && flaw === undefined && form.text.trim() !== "";
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (canCreate) onCreate?.();
        }}
      >
        <WordsField {...props} name="description" suggestions={words.descriptions} isNeeded />
        <WordsField {...props} name="directions" suggestions={words.deliveries} isNeeded={false} />
        <div class="field">
          <label for="design-text">{words.text}</label>
          <input
            id="design-text"
            class="input"
            lang="tr"
            maxLength={500}
            value={form.text}
            onInput={({ currentTarget }) => onChange?.({ text: currentTarget.value })}
          />
        </div>
        {!isAvailable && (
          <p class="notice" role="status">
            {words.unavailable}
          </p>
        )}
        <div>
          <button type="submit" class="button" disabled={!canCreate}>
            <Icon name="play" />
            {words.create}
          </button>
        </div>
      </form>
      <h3>{words.variants}</h3>
      {variants.length === 0 && <p class="quiet">{words.none}</p>}
      <ol class="variants">
        {variants.map((variant) => (
          <VariantView
            key={variant.id}
            texts={texts}
            variant={variant}
            onReplay={() => onReplay?.(variant)}
            onEdit={() => onChange?.(variant.form)}
          />
        ))}
      </ol>
    </>
  );
}

interface WordsFieldProps extends DesignPanelProps {
  readonly name: "description" | "directions";
  readonly suggestions: readonly string[];
  readonly isNeeded: boolean;
}

/** Words for a voice, with suggestions that fill them in. */
function WordsField(props: WordsFieldProps): JSX.Element {
  const { texts, limits, form, name, suggestions, isNeeded, onChange } = props;
  const words = texts.design;
  const id = `design-${name}`;
  const flaw = flawOf(form[name], isNeeded);
  const isReady = useReady();
  const help = name === "description" ? words.descriptionHelp : words.directionsHelp;
  return (
    <div class="field">
      <label for={id}>{words[name]}</label>
      <input
        id={id}
        class="input"
        maxLength={limits.directionCharacters}
        aria-describedby={`${id}-help`}
        aria-invalid={flaw !== undefined}
        value={form[name]}
        onInput={({ currentTarget }) => onChange?.({ [name]: currentTarget.value })}
      />
      <small id={`${id}-help`} class={flaw === undefined ? undefined : "complaint"}>
        {flaw === undefined ? help : words[flaw]}
      </small>
      <div class="suggestions" role="group" aria-label={words.suggestions}>
        {suggestions.map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            class="suggestion"
            disabled={!isReady}
            onClick={() => onChange?.({ [name]: suggestion })}
          >
            {suggestion}
          </button>
        ))}
      </div>
    </div>
  );
}
