/// <reference types="vite/client" />
import "./style.css";
import { hydrate, render } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { addCopyButtons } from "../code/copy-buttons.tsx";
import { addSampleButtons } from "../frame/sample-buttons.tsx";
import type examples from "./examples.json";
import { HeroSample } from "./sample-player.tsx";
import { SpeakButton } from "./speak-button.tsx";
import { loadTexts } from "#web-kit/language/texts.ts";
import type { CodeTexts, VoiceTexts, WebsiteTexts } from "../texts/texts.ts";

const [texts, codeTexts, voiceTexts] = await Promise.all([
  loadTexts<WebsiteTexts>(
    import.meta.glob("/languages/*/site/website.json", { import: "default" }),
  ),
  loadTexts<CodeTexts>(import.meta.glob("/languages/*/site/code.json", { import: "default" })),
  loadTexts<VoiceTexts>(import.meta.glob("/languages/*/site/voices.json", { import: "default" })),
]);

const sample = document.querySelector("#hero-sample");
if (sample !== null) queueTask(() => hydrate(<HeroSample texts={texts} />, sample));

for (const slot of document.querySelectorAll<HTMLElement>(".speak-slot")) {
  const name = slot.dataset["example"] as keyof typeof examples;
  queueTask(() => render(<SpeakButton name={name} texts={texts} />, slot));
}

addCopyButtons(codeTexts);

addSampleButtons(document.querySelectorAll<HTMLElement>(".sample-slot"), voiceTexts.sample);
