import "../frame/style.css";
import "./style.css";
import { hydrate, render } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { enlivenCode } from "../docs/code/enliven-code.tsx";
import { SPEECH_EXAMPLES } from "./examples.ts";
import { HeroSample } from "./hero-sample.tsx";
import { SpeakButton } from "./speak-button.tsx";
import { TEXTS } from "./texts.ts";

const language = document.documentElement.lang === "tr" ? "tr" : "en";
const texts = TEXTS[language];

const sample = document.querySelector("#hero-sample");
if (sample !== null) queueTask(() => hydrate(<HeroSample texts={texts} />, sample));

for (const slot of document.querySelectorAll<HTMLElement>(".speak-slot")) {
  const example = SPEECH_EXAMPLES.find(({ name }) => name === slot.dataset["example"]);
  if (example === undefined) continue;
  queueTask(() => render(<SpeakButton example={example} texts={texts} />, slot));
}

enlivenCode(language);
