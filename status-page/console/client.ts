/// <reference types="vite/client" />
import "../style.css";
import "./console.css";
import "./asked-run.css";
import "./graph.css";
import "./sound.css";
import { followSounds } from "./sound.ts";
import "./console-work.css";

const LIVE = "console-live";
const AWAITED = "console-awaited";
const AWAITED_EVERY_MS = 1_000;

/** Replaces the content with the current page; goes to the sign-in page if nobody is signed in any more. */
async function refresh(): Promise<void> {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (answer.redirected || !answer.ok) return answer.redirected ? location.reload() : undefined;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = document.getElementById("content");
  const content = next.getElementById("content");
  // Not while a control has the focus: somebody may be about to press it.
  if (main === null || content === null || main.contains(document.activeElement)) return;
  main.replaceWith(content);
  showLive();
}

function showLive(): void {
  document.getElementById(LIVE)?.removeAttribute("hidden");
}

function keepFresh(): void {
  const events = new EventSource("/console/events");
  events.addEventListener("open", showLive);
  events.addEventListener("changed", () => void refresh().catch(() => undefined));
  addEventListener("pagehide", () => events.close());
}

/** Refreshes until the run that the page waits for has come. */
function awaitRun(): void {
  if (document.getElementById(AWAITED) === null) return;
  const again = (): void =>
    void refresh()
      .catch(() => undefined)
      .finally(awaitRun);
  setTimeout(again, AWAITED_EVERY_MS);
}

if (document.getElementById(LIVE) !== null) keepFresh();
awaitRun();
followSounds();
