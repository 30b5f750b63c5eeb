import { fill, plural } from "#web-kit/language/texts.ts";
import { type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { callApi } from "#web-kit/api/call-api.ts";
import { Dialog } from "#web-kit/dialog.tsx";
import type { DocsTexts } from "../../texts/texts.ts";
import { matching, type SearchEntry } from "./match.ts";

/** Sets `isOpen` when somebody presses `/` outside a field. */
export function openOnSlash(isOpen: Signal<boolean>): void {
  document.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const field = "input:not([type=radio]), textarea, select";
    const isWriting = target instanceof HTMLElement && target.matches(field);
    if (key !== "/" || ctrlKey || metaKey || isWriting) return;
    event.preventDefault();
    isOpen.value = true;
  });
}

/** A button that opens a search over the documentation, and the search while it is open. */
export function Search({ texts, isOpen }: { texts: DocsTexts; isOpen: Signal<boolean> }) {
  return (
    <>
      <button
        type="button"
        class="search-open"
        aria-keyshortcuts="/"
        onClick={() => (isOpen.value = true)}
      >
        <span>{texts.searchTitle}</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      {isOpen.value && (
        <Dialog
          title={texts.searchTitle}
          closeLabel={texts.close}
          onClose={() => (isOpen.value = false)}
        >
          <SearchBox texts={texts} onChosen={() => (isOpen.value = false)} />
        </Dialog>
      )}
    </>
  );
}

function SearchBox({ texts, onChosen }: { texts: DocsTexts; onChosen: () => void }) {
  const entries = useSignal<readonly SearchEntry[] | "failed" | undefined>(undefined);
  const query = useSignal("");
  const active = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const found = useComputed(() =>
    Array.isArray(entries.value) ? matching(entries.value, query.value) : [],
  );
  useEffect(() => {
    callApi(`/docs/search-${texts.language}.json`)
      .then((answer): Promise<readonly SearchEntry[]> => answer.json())
      .then(
        (loaded) => (entries.value = loaded),
        () => (entries.value = "failed"),
      );
  }, [texts, entries]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const count = Math.max(found.value.length, 1);
      active.value = (active.value + step + count) % count;
      list.current?.children[active.value]?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") {
      event.preventDefault();
      const chosen = list.current?.children[active.value];
      if (chosen instanceof HTMLAnchorElement) chosen.click();
    }
  };

  return (
    <div class="search">
      <input
        class="input"
        type="text"
        role="combobox"
        aria-label={texts.searchTitle}
        aria-expanded={found.value.length > 0}
        aria-controls="search-results"
        aria-activedescendant={found.value.length > 0 ? `search-${active.value}` : undefined}
        aria-autocomplete="list"
        placeholder={texts.searchPlaceholder}
        autoFocus
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => {
          query.value = event.currentTarget.value;
          active.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <p class="quiet" role="status">
        {statusOf(entries.value, query.value, found.value.length, texts)}
      </p>
      <div id="search-results" role="listbox" aria-label={texts.searchTitle} ref={list}>
        {found.value.map(({ href, page, part, text }, index) => (
          <a
            key={href}
            id={`search-${index}`}
            role="option"
            aria-selected={index === active.value}
            href={href}
            tabIndex={-1}
            onMouseEnter={() => (active.value = index)}
            onClick={onChosen}
          >
            <strong>{part === "" ? page : part}</strong>
            <span class="quiet">{part === "" ? text : `${page} · ${text}`}</span>
          </a>
        ))}
      </div>
    </div>
  );
}

function statusOf(
  entries: readonly SearchEntry[] | "failed" | undefined,
  query: string,
  count: number,
  texts: DocsTexts,
): string {
  if (entries === "failed") return texts.searchFailed;
  if (query.trim() === "" || entries === undefined) return texts.searchHint;
  return count === 0
    ? fill(texts.searchNothing, { query: query.trim() })
    : plural(texts.language, texts.searchCount, count);
}
