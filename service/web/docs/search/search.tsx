import type { Signal } from "@preact/signals";
import { Dialog } from "#web-kit/dialog.tsx";
import type { DocsTexts } from "../../texts/texts.ts";
import { SearchBox } from "./search-box.tsx";

/** Sets `isOpen` on Ctrl+K (⌘K), and on `/` outside a field. */
export function openByKeys(isOpen: Signal<boolean>): void {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
    const hasModifier = ctrlKey || metaKey;
    const field = "input:not([type=radio]), textarea, select, [contenteditable]";
    const isWriting = target instanceof HTMLElement && target.matches(field);
    const isSlash = key === "/" && !hasModifier && !isWriting;
    const isK = key.toLowerCase() === "k" && hasModifier && !altKey && !shiftKey;
    if (!isSlash && !isK) return;
    event.preventDefault();
    isOpen.value = true;
  });
}

/** A button that opens a search over the documentation, and the search while it is open. */
export function Search({ texts, isOpen }: { texts: DocsTexts; isOpen: Signal<boolean> }) {
  const close = (): void => void (isOpen.value = false);
  const isMac = navigator.platform.startsWith("Mac");
  return (
    <>
      <button
        type="button"
        class="search-open"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => (isOpen.value = true)}
      >
        <span>{texts.searchTitle}</span>
        <span class="search-keys" aria-hidden="true">
          <kbd>{isMac ? "⌘ K" : "Ctrl K"}</kbd>
          <kbd>/</kbd>
        </span>
      </button>
      {isOpen.value && (
        <Dialog title={texts.searchTitle} closeLabel={texts.close} onClose={close}>
          <SearchBox texts={texts} onChosen={close} />
        </Dialog>
      )}
    </>
  );
}
