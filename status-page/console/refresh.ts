import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import { onHost } from "../paths/base-path.ts";
import { showReaderTimes } from "./reader-times.ts";

const CONTENT = "content";
export const LIVE = "console-live";

/** Replaces the content with the current page; goes to the sign-in page if nobody is signed in any more. */
export async function refresh(): Promise<void> {
  await showAnswer(await fetch(location.href, { headers: { accept: "text/html" } }));
}

/** Shows the content of an answer where the reader is: what is open, in view and focused stays so. */
async function showAnswer(answer: Response): Promise<void> {
  const isSignIn = new URL(answer.url).pathname === onHost(CONSOLE_PATHS.signIn);
  if (isSignIn) return location.reload();
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = document.getElementById(CONTENT);
  const content = next.getElementById(CONTENT);
  if (main === null || content === null) return;
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  // Not while a control without a name has the focus: somebody may be about to press it.
  if (focused !== null && focused.id === "") return;
  for (const { id } of main.querySelectorAll("details[open]")) {
    if (id !== "") content.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
  }
  showReaderTimes(content);
  const keepInView = placeInView(main);
  main.replaceWith(content);
  keepInView();
  if (focused !== null) document.getElementById(focused.id)?.focus({ preventScroll: true });
  showLive();
}

/** Returns what scrolls the first thing in view that has a name back to where it is in the window now. */
function placeInView(main: HTMLElement): () => void {
  const named = scrollY === 0 ? [] : [...main.querySelectorAll("[id]")];
  const inView = named.find((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom > top && top < innerHeight;
  });
  const was = inView?.getBoundingClientRect();
  return () => {
    const is = document.getElementById(inView?.id ?? "")?.getBoundingClientRect();
    if (was && is) scrollBy({ top: is.top - was.top, behavior: "instant" });
  };
}

export function showLive(): void {
  document.getElementById(LIVE)?.removeAttribute("hidden");
}

const DONE = "console-done";
const DONE_SHOWN_MS = 6_000;

/** Sends the forms whose page stays the same in the background, and says what was done. */
export function sendInPlace(): void {
  addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset["done"] === undefined) return;
    event.preventDefault();
    const words = form.dataset["done"];
    const isFocused = form.contains(document.activeElement);
    void fetch(form.action, { method: "POST", body: new URLSearchParams() })
      .then(async (answer) => {
        // The button is gone afterwards.
        if (isFocused && document.activeElement instanceof HTMLElement) {
          document.activeElement.blur();
        }
        await showAnswer(answer);
        say(words);
      })
      // Whoever is offline or not signed in any more sees it on the page that follows.
      .catch(() => form.submit());
  });
}

function say(text: string): void {
  const line = document.getElementById(DONE);
  if (line === null) return;
  line.textContent = text;
  setTimeout(() => line.textContent === text && (line.textContent = ""), DONE_SHOWN_MS);
}
