/// <reference types="vite/client" />
import "./style.css";
import { signal } from "@preact/signals";
import { render } from "preact";
import { callApi } from "#web-kit/api/call-api.ts";
import { CopyButton } from "#web-kit/copy-button.tsx";
import { loadTexts } from "#web-kit/language/texts.ts";
import type { CodeTexts, DocsTexts, VoiceTexts } from "../texts/texts.ts";
import { addCopyButtons } from "../code/copy-buttons.tsx";
import { addSampleButtons } from "../frame/sample-buttons.tsx";
import { openByKeys, Search } from "./search/search.tsx";

// Before the texts are loaded, so that the keys work as soon as the page counts as loaded.
const isSearchOpen = signal(false);
openByKeys(isSearchOpen);

const [texts, codeTexts] = await Promise.all([
  loadTexts<DocsTexts>(import.meta.glob("/languages/*/site/docs.json", { import: "default" })),
  loadTexts<CodeTexts>(import.meta.glob("/languages/*/site/code.json", { import: "default" })),
]);

const searchSlot = document.querySelector("#docs-search");
if (searchSlot !== null) render(<Search texts={texts} isOpen={isSearchOpen} />, searchSlot);

addCopyButtons(codeTexts);

const sampleSlots = document.querySelectorAll<HTMLElement>(".sample-slot");
if (sampleSlots.length > 0) {
  const voiceTexts = await loadTexts<VoiceTexts>(
    import.meta.glob("/languages/*/site/voices.json", { import: "default" }),
  );
  addSampleButtons(sampleSlots, voiceTexts.sample);
}

const copySlot = document.querySelector<HTMLElement>("#copy-page");
if (copySlot !== null) {
  const { markdown = "" } = copySlot.dataset;
  render(
    <CopyButton
      text={async () => (await callApi(markdown)).text()}
      label={texts.copyPage}
      copiedLabel={codeTexts.copied}
      failedLabel={codeTexts.copyFailed}
    />,
    copySlot,
  );
}

// The phone menu does not overlay the page, but Escape closes it like any other menu.
document.querySelector(".docs-menu")?.addEventListener("keydown", (event) => {
  if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return;
  const menu = event.currentTarget as HTMLDetailsElement;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
