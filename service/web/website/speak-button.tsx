import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { fill } from "#web-kit/language/texts.ts";
import { askForSpeech } from "../session/demo-session.ts";
import type { WebsiteTexts } from "../texts/texts.ts";
import examples from "./examples.json" with { type: "json" };

interface SpeakButtonProps {
  readonly name: keyof typeof examples;
  readonly texts: WebsiteTexts;
}

/** A button that speaks an example in a demo session, and plays it. */
export function SpeakButton({ name, texts }: SpeakButtonProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const isBusy = useSignal(false);
  const outcome = useSignal("");
  const url = useRef("");
  useEffect(() => () => URL.revokeObjectURL(url.current), []);
  const speak = async (): Promise<void> => {
    isBusy.value = true;
    outcome.value = "";
    try {
      const startedAtMs = performance.now();
      const speech = await (await askForSpeech(examples[name])).blob();
      outcome.value = fill(texts.spokenIn, { ms: Math.round(performance.now() - startedAtMs) });
      URL.revokeObjectURL(url.current);
      url.current = URL.createObjectURL(speech);
      if (audio.current !== null) audio.current.src = url.current;
      await audio.current?.play();
    } catch {
      outcome.value = texts.failed;
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <>
      <button
        type="button"
        class="button plain small"
        disabled={isBusy.value}
        onClick={() => void speak()}
      >
        <span>
          {isBusy.value ? texts.speaking : texts.play}
          <span class="hidden">: {texts.examples[name]}</span>
        </span>
      </button>
      <span class="quiet" role="status">
        {outcome.value}
      </span>
      <audio ref={audio} />
    </>
  );
}
