import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { askForSpeech } from "../session/call.ts";
import { pageSession } from "../session/demo-session.ts";
import type { SpeechExample } from "./examples.ts";
import type { WebsiteTexts } from "../texts/texts.ts";

interface SpeakButtonProps {
  readonly example: SpeechExample;
  readonly texts: WebsiteTexts;
}

/** Lets the service speak an example in a demo session, and plays it. */
export function SpeakButton({ example, texts }: SpeakButtonProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const isBusy = useSignal(false);
  const said = useSignal("");
  const url = useRef<string | undefined>(undefined);
  useEffect(() => () => URL.revokeObjectURL(url.current ?? ""), []);
  const speak = async (): Promise<void> => {
    isBusy.value = true;
    said.value = "";
    try {
      const startedAtMs = performance.now();
      const speech = await (await askForSpeech(pageSession(), example.request)).blob();
      said.value = fill(texts.spokenIn, { ms: Math.round(performance.now() - startedAtMs) });
      URL.revokeObjectURL(url.current ?? "");
      url.current = URL.createObjectURL(speech);
      if (audio.current !== null) audio.current.src = url.current;
      await audio.current?.play();
    } catch {
      said.value = texts.failed;
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
          <span class="hidden">: {texts.examples[example.name]}</span>
        </span>
      </button>
      <span class="quiet" role="status">
        {said.value}
      </span>
      <audio ref={audio} />
    </>
  );
}
