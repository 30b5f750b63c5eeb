/// <reference types="vite/client" />
import "../frame/style.css";
import "./style.css";
import { signal } from "@preact/signals";
import { render } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import { loadTexts } from "#web-kit/language/texts.ts";
import type { CodeTexts, DocsTexts } from "../texts/texts.ts";
import { addCopyButtons } from "../code/copy-buttons.tsx";
import { openOnSlash, Search } from "./search/search.tsx";
import { TryItForm } from "./try-it/try-it.tsx";
import type { TryIt } from "./try-it/try-it-state.ts";

// Before the texts are there, so that the key works from the moment on when the page counts as loaded.
const isSearchOpen = signal(false);
openOnSlash(isSearchOpen);

const [texts, codeTexts] = await Promise.all([
  loadTexts<DocsTexts>(import.meta.glob("/languages/*/site/docs.json", { import: "default" })),
  loadTexts<CodeTexts>(import.meta.glob("/languages/*/site/code.json", { import: "default" })),
]);

const searchSlot = document.querySelector("#docs-search");
if (searchSlot !== null) render(<Search texts={texts} isOpen={isSearchOpen} />, searchSlot);

addCopyButtons(codeTexts);

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
