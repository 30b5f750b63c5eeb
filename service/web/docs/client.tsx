import "../frame/style.css";
import "./style.css";
import { render } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { enlivenCode } from "./code/enliven-code.tsx";
import { Search } from "./search/search.tsx";
import { english } from "./texts/english.ts";
import { turkish } from "./texts/turkish.ts";
import { TryItForm } from "./try-it/try-it.tsx";
import type { TryIt } from "./try-it/try-it-state.ts";

const language: Language = document.documentElement.lang === "tr" ? "tr" : "en";
const texts = language === "tr" ? turkish : english;

// At once, so that its key works when the page counts as loaded.
const searchSlot = document.querySelector("#docs-search");
if (searchSlot !== null) render(<Search language={language} texts={texts} />, searchSlot);

enlivenCode(language);

const trySlot = document.querySelector("#try-it");
if (trySlot !== null) {
  queueTask(() => {
    const state = readPageState() as TryIt;
    trySlot.replaceChildren();
    render(<TryItForm state={state} texts={texts} />, trySlot);
  });
}

// A menu on a phone lies over nothing, so it closes with Escape as others do.
document.querySelector(".docs-menu")?.addEventListener("keydown", (event) => {
  if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return;
  const menu = event.currentTarget as HTMLDetailsElement;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
