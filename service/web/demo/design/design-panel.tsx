import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { fill } from "#web-kit/language/texts.ts";
import { useDemoPage } from "../frame/demo-page.ts";
import { Notice } from "../frame/notices.tsx";
import { useReady } from "../../frame/use-ready.ts";
import { SpeakForm } from "../take/speak-form.tsx";
import { TakeView } from "../take/take-view.tsx";
import { Take } from "../take/take.ts";
import { SaveVoiceDialog } from "./save-voice-dialog.tsx";
import { type DesignForm, designRequestOf, flawOf, initialDesign } from "./design-form.ts";

/** A voice that was made from a description, and what it says. */
interface Variant {
  readonly id: number;
  readonly form: DesignForm;
  readonly take: Take;
}

const MAX_VARIANTS = 6;

/** The demo of designed voices: a description of a voice, and the voices made from it. */
export function DesignPanel(): JSX.Element {
  const { texts, content } = useDemoPage();
  const words = texts.design;
  const [form, setForm] = useState(() => initialDesign(texts));
  const [variants, setVariants] = useState<readonly Variant[]>([]);
  const able = content.models.filter(({ designs }) => designs);
  const model = able.find(({ voices }) => voices.length > 0);
  // A model that is not loaded yet may be able to design voices.
  const cannot = able.length === 0 && content.models.length > 0;
  const flaw = flawOf(form.description, true) ?? flawOf(form.directions, false);
  const canCreate = model !== undefined && flaw === undefined && form.text.trim() !== "";
  const onChange = (change: Partial<DesignForm>): void =>
    setForm((before) => ({ ...before, ...change }));
  const create = (): void => {
    if (model === undefined) return;
    const take = new Take();
    const newest = { id: (variants[0]?.id ?? 0) + 1, form, take };
    setVariants([newest, ...variants].slice(0, MAX_VARIANTS));
    void take.ask(designRequestOf(form, model));
  };
  const fields = { form, onChange };
  if (cannot) {
    const models = content.models.map(({ id }) => id).join(", ");
    return (
      <>
        <h2>{words.title}</h2>
        <Notice>{fill(words.cannot, { models })}</Notice>
      </>
    );
  }
  return (
    <>
      <h2>{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <SpeakForm canSpeak={canCreate} label={words.create} onSpeak={create}>
        <DirectionField {...fields} name="description" suggestions={words.descriptions} />
        {model?.isDirected === false ? (
          <p class="quiet">{fill(words.undirected, { model: model.id })}</p>
        ) : (
          <DirectionField {...fields} name="directions" suggestions={words.deliveries} />
        )}
        <div class="field">
          <label for="design-text">{words.text}</label>
          <input
            id="design-text"
            class="input"
            lang="tr"
            maxLength={500}
            value={form.text}
            onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
          />
        </div>
        {model === undefined && <Notice>{words.unavailable}</Notice>}
      </SpeakForm>
      <h3>{words.variants}</h3>
      {variants.length === 0 && <p class="quiet">{words.none}</p>}
      <ol class="variants">
        {variants.map((variant) => (
          <VariantItem
            key={variant.id}
            variant={variant}
            onReplay={() => variant.take.replay()}
            onEdit={() => setForm(variant.form)}
          />
        ))}
      </ol>
    </>
  );
}

interface DirectionFieldProps {
  readonly form: DesignForm;
  readonly name: "description" | "directions";
  readonly suggestions: readonly string[];
  readonly onChange: (change: Partial<DesignForm>) => void;
}

/** A field for a description or directions, with suggestions that fill it. */
function DirectionField(props: DirectionFieldProps): JSX.Element {
  const { form, name, suggestions, onChange } = props;
  const { texts, content } = useDemoPage();
  const words = texts.design;
  const id = `design-${name}`;
  const flaw = flawOf(form[name], name === "description");
  const isReady = useReady();
  return (
    <div class="field">
      <label for={id}>{words[name]}</label>
      <input
        id={id}
        class="input"
        maxLength={content.limits.directionCharacters}
        aria-describedby={`${id}-help`}
        aria-invalid={flaw !== undefined}
        value={form[name]}
        onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
      <small id={`${id}-help`} class={flaw === undefined ? undefined : "complaint"}>
        {words[flaw ?? `${name}Help`]}
      </small>
      <div class="suggestions" role="group" aria-label={words.suggestions}>
        {suggestions.map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            class="suggestion"
            disabled={!isReady}
            onClick={() => onChange({ [name]: suggestion })}
          >
            {suggestion}
          </button>
        ))}
      </div>
    </div>
  );
}

interface VariantItemProps {
  readonly variant: Variant;
  readonly onReplay: () => void;
  readonly onEdit: () => void;
}

/** A designed voice, with the words of its description that were ignored. */
function VariantItem({ variant, onReplay, onEdit }: VariantItemProps): JSX.Element {
  const { texts } = useDemoPage();
  const words = texts.design;
  const { take, form } = variant;
  const { ignoredWords } = take.state.value;
  const [isNaming, setNaming] = useState(false);
  const [savedAs, setSavedAs] = useState<string | undefined>();
  return (
    <li class="variant">
      <div class="variant-head">
        <p>
          <strong>{form.description}</strong>
          {form.directions.trim() !== "" && <span class="quiet"> · {form.directions}</span>}
        </p>
        <div class="buttons">
          <button type="button" class="button plain small" onClick={() => setNaming(true)}>
            {words.saving.open}
          </button>
          <button type="button" class="button plain small" onClick={onEdit}>
            {words.edit}
          </button>
        </div>
      </div>
      <TakeView take={take} text={form.text} onReplay={onReplay} />
      {ignoredWords.length > 0 && (
        <p class="quiet ignored">{fill(words.ignored, { words: ignoredWords.join(", ") })}</p>
      )}
      <p role="status">
        {savedAs !== undefined && (
          <>
            {fill(words.saving.saved, { name: savedAs })}{" "}
            <a href="/dashboard/voices">{words.saving.toDashboard}</a>
          </>
        )}
      </p>
      {isNaming && (
        <SaveVoiceDialog
          form={form}
          onSaved={(name) => {
            setNaming(false);
            setSavedAs(name);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </li>
  );
}
