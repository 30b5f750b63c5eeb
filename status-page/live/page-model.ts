import { signal, type ReadonlySignal } from "@preact/signals";
import type { PageView } from "#status-api/render/page-view.ts";
import type { PageState } from "./page-state.ts";
import { type Reader, readerOf } from "../reader/reader.ts";

/** What a page that lives in a browser knows, and what changes it. */
export interface PageModel {
  readonly view: ReadonlySignal<PageView>;
  readonly reader: ReadonlySignal<Reader>;
  readonly nowMs: ReadonlySignal<number>;
  readonly isConnectionLost: ReadonlySignal<boolean>;
  /** Takes the reader's time zone: from here on the elements may differ from the server's. */
  becomeInteractive(timeZone: string): void;
  /** Asks for a newer view, and notes the time. */
  refresh(): Promise<void>;
}

/** A single failed request is nothing to worry readers with. */
const failuresUntilLost = 2;

/** Makes the model of a rendered page; `fetchView` asks the server, `now` the clock. */
export function pageModel(
  { view, language, renderedAtMs }: PageState,
  fetchView: () => Promise<PageView>,
  now: () => number,
): PageModel {
  const current = signal(view);
  const reader = signal(readerOf(language, "UTC", false));
  const nowMs = signal(renderedAtMs);
  const isConnectionLost = signal(false);
  let failures = 0;
  return {
    view: current,
    reader,
    nowMs,
    isConnectionLost,
    becomeInteractive(timeZone) {
      reader.value = readerOf(language, timeZone, true);
      nowMs.value = now();
    },
    async refresh() {
      try {
        current.value = await fetchView();
        failures = 0;
      } catch {
        failures += 1;
      }
      isConnectionLost.value = failures >= failuresUntilLost;
      nowMs.value = now();
    },
  };
}
