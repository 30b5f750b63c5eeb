/// <reference types="vite/client" />
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { loadTexts } from "#web-kit/language/texts.ts";
import type { Call } from "../../code/calls/call.ts";
import { samplesOfCall } from "../../code/calls/samples-of-call.ts";
import { chosenCodeLanguage, followLanguageChoice } from "../../code/chosen-language.ts";
import { Samples } from "../../code/code-block.tsx";
import type { CodeTexts } from "../../texts/texts.ts";
import { useDemoPage } from "../frame/demo-page.ts";

export interface CallSamplesProps {
  readonly call: Call;
}

const codeTexts = await loadTexts<CodeTexts>(
  import.meta.glob("/languages/*/site/code.json", { import: "default" }),
);
followLanguageChoice();
let shown = 0;

/** Sample code for a call in each language that supports it. */
export function CallSamples({ call }: CallSamplesProps): JSX.Element {
  const { texts } = useDemoPage();
  // An id from `useId` would be unique only within its panel.
  const name = useMemo(() => `call-${(shown += 1)}`, []);
  // Rendered once per call, so that later renders keep the reader's choice of language.
  const key = JSON.stringify(call);
  const samples = useMemo(
    () => (
      <Samples
        blocks={samplesOfCall(call, location.origin)}
        name={name}
        chosen={chosenCodeLanguage()}
        texts={codeTexts}
        isLive
      />
    ),
    [key],
  );
  return (
    <>
      <p class="quiet">{texts.codeNeedsKey}</p>
      {samples}
    </>
  );
}
