import { hydrate, type JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { PanelContext } from "../frame/panel-context.ts";
import { Take } from "../take/take.ts";
import { initialForm, speechRequestOf } from "./speech-form.ts";
import { SpeechPanel } from "./speech-panel.tsx";

/** Brings the demo of speech to life. */
export function wake(panel: Element, context: PanelContext): void {
  hydrate(<Speech {...context} />, panel);
}

function Speech({ texts, content, session }: PanelContext): JSX.Element {
  const take = useMemo(() => new Take(session), [session]);
  const [form, setForm] = useState(() => initialForm(content, texts.speech.sentence));
  return (
    <SpeechPanel
      texts={texts}
      content={content}
      form={form}
      take={take}
      onChange={(change) => setForm((before) => ({ ...before, ...change }))}
      onSpeak={() => void take.ask(speechRequestOf(form, content))}
    />
  );
}
