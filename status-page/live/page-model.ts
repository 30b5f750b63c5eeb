import { signal, type ReadonlySignal } from "@preact/signals";
import type { PageContent } from "#status-api/page/page-build.ts";
import { type Reader, readerOf } from "../reader/reader.ts";
import type { PageState } from "./page-state.ts";

/** What a page that lives in a browser knows, and what changes it. */
export interface PageModel {
  readonly content: ReadonlySignal<PageContent>;
  readonly path: ReadonlySignal<string>;
  readonly reader: ReadonlySignal<Reader>;
  readonly nowMs: ReadonlySignal<number>;
  readonly isConnectionLost: ReadonlySignal<boolean>;
  /** Tells times by the reader's clock: from here on the elements may differ from the server's. */
  becomeInteractive(): void;
  /** Asks for a newer view, and notes the time. */
  refresh(): Promise<void>;
  /** Shows the same page at another path, and rejects when its view cannot be had. */
  moveTo(path: string): Promise<void>;
}

/** Asks the server for the view of the page at a path. */
export type FetchView = (path: string) => Promise<PageContent["view"]>;

/** A single failed request is nothing to worry readers with. */
const failuresUntilLost = 2;

/** Makes the model of a rendered page; `fetchView` asks the server, `now` the clock. */
export function pageModel(state: PageState, fetchView: FetchView, now: () => number): PageModel {
  const content = signal(state.content);
  const path = signal(state.path);
  const reader = signal(readerOf(state.language, "utc", false));
  const nowMs = signal(state.renderedAtMs);
  const isConnectionLost = signal(false);
  let failures = 0;
  const show = async (at: string): Promise<void> => {
    const view = await fetchView(at);
    // The reader may have moved on while the answer was under way.
    if (at === path.value) content.value = { ...state.content, view } as PageContent;
  };
  return {
    content,
    path,
    reader,
    nowMs,
    isConnectionLost,
    becomeInteractive() {
      reader.value = readerOf(state.language, "local", true);
      nowMs.value = now();
    },
    async refresh() {
      try {
        await show(path.value);
        failures = 0;
      } catch {
        failures += 1;
      }
      isConnectionLost.value = failures >= failuresUntilLost;
      nowMs.value = now();
    },
    async moveTo(next) {
      path.value = next;
      await show(next);
    },
  };
}
