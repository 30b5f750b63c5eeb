import type { JSX } from "preact";
import { useReady } from "../../frame/use-ready.ts";
import { SAMPLE_NAMES, type SampleName } from "../../samples/samples.ts";
import { useDemoPage } from "./demo-page.ts";

interface SampleChoiceProps {
  /** The demo that the samples are for. */
  readonly demo: "live" | "file";
  readonly isDisabled?: boolean;
  readonly onChoose: (name: SampleName) => void;
}

/** Recordings to try a demo with. */
export function SampleChoice({
  demo,
  isDisabled = false,
  onChoose,
}: SampleChoiceProps): JSX.Element {
  const words = useDemoPage().texts.samples;
  const isReady = useReady();
  const id = `${demo}-samples`;
  return (
    <div class="sample-choice">
      <p id={id}>{words[demo]}</p>
      <div class="suggestions" role="group" aria-labelledby={id}>
        {SAMPLE_NAMES.map((name) => (
          <button
            key={name}
            type="button"
            class="suggestion"
            disabled={!isReady || isDisabled}
            onClick={() => onChoose(name)}
          >
            {words.names[name]}
          </button>
        ))}
      </div>
      <small class="quiet">{words.synthetic}</small>
    </div>
  );
}
