import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { expectedSeconds } from "../take/expected-seconds.ts";
import { TakeView } from "../take/take-view.tsx";
import type { DemoTexts } from "../../texts/texts.ts";
import type { Variant } from "./design-demo.ts";

interface VariantViewProps {
  readonly texts: DemoTexts;
  readonly variant: Variant;
  readonly onReplay: () => void;
  readonly onEdit: () => void;
}

/** A voice that was made, and which of its words did not count. */
export function VariantView({ texts, variant, onReplay, onEdit }: VariantViewProps): JSX.Element {
  const words = texts.design;
  const { description, directions, text } = variant.form;
  const { ignoredWords } = variant.take.state.value;
  return (
    <li class="variant">
      <div class="variant-head">
        <p>
          <strong>{description}</strong>
          {directions.trim() !== "" && <span class="quiet"> · {directions}</span>}
        </p>
        <button type="button" class="button plain small" onClick={onEdit}>
          {words.edit}
        </button>
      </div>
      <TakeView
        texts={texts}
        take={variant.take}
        expectedSeconds={expectedSeconds(text)}
        onReplay={onReplay}
      />
      {ignoredWords.length > 0 && (
        <p class="quiet ignored">{fill(words.ignored, { words: ignoredWords.join(", ") })}</p>
      )}
    </li>
  );
}
