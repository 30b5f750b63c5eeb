import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { callApi } from "#web-kit/api/call-api.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill, plural } from "#web-kit/language/texts.ts";
import type { DocsTexts } from "../../texts/texts.ts";
import { Marked } from "./marked.tsx";
import type { Find } from "./search-index.ts";

interface SearchBoxProps {
  readonly texts: DocsTexts;
  readonly onChosen: () => void;
}

/** A search field with its results below; loads the index when it is rendered. */
export function SearchBox({ texts, onChosen }: SearchBoxProps) {
  const find = useSignal<{ readonly by: Find } | "failed" | undefined>(undefined);
  const query = useSignal("");
  const active = useSignal(0);
  const list = useRef<HTMLDivElement>(null);
  const found = useComputed(() =>
    typeof find.value === "object" ? find.value.by(query.value) : [],
  );
  useEffect(() => {
    loadFind(texts.language).then(
      (by) => (find.value = { by }),
      () => (find.value = "failed"),
    );
  }, [texts, find]);

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
        maxLength={100}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          active.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <p class="quiet" role="status">
        {statusOf(find.value, query.value, found.value.length, texts)}
      </p>
      <div id="search-results" role="listbox" aria-label={texts.searchTitle} ref={list}>
        {found.value.map(({ href, page, heading, excerpt }, index) => (
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
            {page !== undefined && <span class="search-page">{page}</span>}
            <strong>
              <Marked pieces={heading} />
            </strong>
            <span class="quiet">
              <Marked pieces={excerpt} />
            </span>
          </a>
        ))}
      </div>
    </div>
  );
}

async function loadFind(language: Language): Promise<Find> {
  const [{ openIndex }, answer] = await Promise.all([
    import("./search-index.ts"),
    callApi(`/docs/search-${language}.json`),
  ]);
  return openIndex(await answer.text());
}

function statusOf(
  find: object | "failed" | undefined,
  query: string,
  count: number,
  texts: DocsTexts,
): string {
  if (find === "failed") return texts.searchFailed;
  if (query.trim() === "" || find === undefined) return texts.searchHint;
  return count === 0
    ? fill(texts.searchNothing, { query: query.trim() })
    : plural(texts.language, texts.searchCount, count);
}
