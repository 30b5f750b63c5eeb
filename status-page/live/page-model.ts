import { signal } from "@preact/signals";
import type { PageIdentity } from "#monitor/domain/page-identity.ts";
import type { PageContent } from "#status-api/page/page-build.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { readerOf } from "../reader/reader.ts";

/** What the server hands to the script, as JSON in the page: enough to make the very same elements. */
export interface PageState {
  readonly content: PageContent;
  readonly path: string;
  readonly identity: PageIdentity;
  readonly language: Language;
  /** Epoch milliseconds; 0 on a page that tells of what is over. */
  readonly renderedAtMs: number;
}

export const pageRootId = "page";

const fetchTimeoutMs = 10_000;
const refreshMs = 15_000;

/** A single failed request is not shown. */
const failuresUntilLost = 2;

export type PageModel = ReturnType<typeof pageModel>;

export function pageModel(state: PageState) {
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
    identity: state.identity,
    reader,
    nowMs,
    isConnectionLost,
    /** Tells times by the reader's clock: from here on the elements may differ from the server's. */
    becomeInteractive(): void {
      reader.value = readerOf(state.language, "local", true);
      nowMs.value = Date.now();
    },
    /** Asks for a newer view, and notes the time. */
    async refresh(): Promise<void> {
      try {
        await show(path.value);
        failures = 0;
      } catch {
        failures += 1;
      }
      isConnectionLost.value = failures >= failuresUntilLost;
      nowMs.value = Date.now();
    },
    /** Shows the same page at another path; rejects when its view cannot be had. */
    async moveTo(next: string): Promise<void> {
      path.value = next;
      await show(next);
    },
  };
}

/** Refreshes while somebody looks, and at once when somebody looks again. */
export function keepFresh(refresh: () => Promise<void>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.hidden) return;
    await refresh();
    timer = setTimeout(next, refreshMs);
  };
  document.addEventListener("visibilitychange", () => void next());
  addEventListener("online", () => void next());
  timer = setTimeout(next, refreshMs);
}

async function fetchView(path: string): Promise<PageContent["view"]> {
  const response = await fetch(dataPathOf(path), {
    cache: "no-cache",
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/** Returns where the data of a page is: `page.json` below its path. */
export function dataPathOf(path: string): string {
  const [place = "", query] = path.split("?");
  return `${place.replace(/\/$/, "")}/page.json${query === undefined ? "" : `?${query}`}`;
}

/** The element by which the script knows a page that waits for the first report. */
export const waitingId = "waiting";

const askAgainMs = 5_000;

/** Asks until there is something to show, then shows it. */
export async function keepAsking(): Promise<void> {
  const isThere = await fetch("/page.json", { cache: "no-cache" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
  else setTimeout(() => void keepAsking(), askAgainMs);
}
