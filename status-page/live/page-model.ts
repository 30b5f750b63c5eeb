import { signal } from "@preact/signals";
import type { PageIdentity } from "#monitor/domain/page-identity.ts";
import type { PageContent } from "#status-api/page/page-build.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { onHost } from "../paths/base-path.ts";
import { readerOf } from "../reader/reader.ts";
import { liveOf } from "./live-of.ts";

/** The state that the server passes to the script as JSON, from which the script renders the same elements. */
export interface PageState {
  readonly content: PageContent;
  readonly path: string;
  readonly identity: PageIdentity;
  readonly language: Language;
  /** Epoch milliseconds; 0 on a page about the past. */
  readonly renderedAtMs: number;
}

export const PAGE_ROOT_ID = "page";

const FETCH_TIMEOUT_MS = 10_000;
const REFRESH_MS = 15_000;

/** The server caches a page for a minute, and sending it takes a while. */
const KEPT_MS = 90_000;

/** A single failed request is not shown. */
const FAILURES_UNTIL_LOST = 2;

export type PageModel = ReturnType<typeof pageModel>;

export function pageModel(state: PageState) {
  const content = signal(state.content);
  const path = signal(state.path);
  const reader = signal(readerOf(state.language, "utc", false));
  const nowMs = signal(state.renderedAtMs);
  const isConnectionLost = signal(false);
  let failures = 0;
  /** How far the reader's clock is ahead of the server's, as far as it is known. */
  let aheadMs = 0;
  const show = async (at: string): Promise<void> => {
    const { view, ageMs } = await fetchView(at);
    // The reader may have moved on in the meantime.
    if (at !== path.value) return;
    content.value = { ...state.content, view } as PageContent;
    const live = liveOf(content.value);
    if (live !== null && ageMs !== undefined) aheadMs = Date.now() - live.dataAtMs - ageMs;
  };
  return {
    content,
    path,
    identity: state.identity,
    reader,
    nowMs,
    isConnectionLost,
    /**
     * Returns whether the server rendered this page just now, by the reader's clock. Otherwise it comes from a cache, or the
     * clock is off, and newer data has to be requested.
     */
    isOfNow: (): boolean => Math.abs(Date.now() - state.renderedAtMs) < KEPT_MS,
    /** Shows times in the reader's zone: from now on, the elements may differ from the server's. */
    becomeInteractive(): void {
      reader.value = readerOf(state.language, "local", true);
    },
    /** Requests a newer view, and updates the current time. */
    async refresh(): Promise<void> {
      try {
        await show(path.value);
        failures = 0;
      } catch {
        failures += 1;
      }
      isConnectionLost.value = failures >= FAILURES_UNTIL_LOST;
      nowMs.value = Date.now() - aheadMs;
    },
    /** Shows the same page at another path; rejects when its view cannot be loaded. */
    async moveTo(next: string): Promise<void> {
      path.value = next;
      await show(next);
    },
  };
}

/** Refreshes while the page is visible: at once if the page is not recent, and when it becomes visible again. */
export function keepFresh({ refresh, isOfNow }: Pick<PageModel, "refresh" | "isOfNow">): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.hidden) return;
    await refresh();
    timer = setTimeout(next, REFRESH_MS);
  };
  document.addEventListener("visibilitychange", () => void next());
  addEventListener("online", () => void next());
  if (isOfNow()) timer = setTimeout(next, REFRESH_MS);
  else void next();
}

interface Answer {
  readonly view: PageContent["view"];
  /** How old the view's data is by the server's clock. */
  readonly ageMs: number | undefined;
}

async function fetchView(path: string): Promise<Answer> {
  const response = await fetch(onHost(dataPathOf(path)), {
    cache: "no-cache",
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const age = response.headers.get("x-data-age-seconds");
  return { view: await response.json(), ageMs: age === null ? undefined : Number(age) * 1_000 };
}

/** Returns the path of a page's data: `page.json` below its path. */
export function dataPathOf(path: string): string {
  const [place = "", query] = path.split("?");
  return `${place.replace(/\/$/, "")}/page.json${query === undefined ? "" : `?${query}`}`;
}

/** The id of the element that marks a page that waits for the first report. */
export const WAITING_ID = "waiting";

const ASK_AGAIN_MS = 5_000;

/** Polls until there is something to show, then reloads the page. */
export async function keepAsking(): Promise<void> {
  const isThere = await fetch(onHost("/page.json"), { cache: "no-cache" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
  else setTimeout(() => void keepAsking(), ASK_AGAIN_MS);
}
