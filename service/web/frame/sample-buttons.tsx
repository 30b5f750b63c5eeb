import { render } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { type SampleWords, VoiceSample } from "./voice-sample.tsx";

/** Replaces each link to a sample with a button that plays it. */
export function addSampleButtons(slots: Iterable<HTMLElement>, words: SampleWords): void {
  for (const slot of slots) {
    queueTask(() => {
      const { sample = "", name = "" } = slot.dataset;
      slot.replaceChildren();
      render(<VoiceSample {...{ sample, name, words }} />, slot);
    });
  }
}
