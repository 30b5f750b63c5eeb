import { isLanguage } from "#web-kit/language/languages.ts";
import { datesOf, offsetOf } from "#web-kit/locale/dates.ts";
import type { MomentForm } from "../reader/moment.tsx";

/** Shows the moments below `root` in the reader's time zone, as wide as before; their titles say them in UTC. */
export function showReaderTimes(root: ParentNode): void {
  const { lang } = document.documentElement;
  if (!isLanguage(lang)) return;
  const dates = datesOf(lang, "local");
  const written: Readonly<Record<MomentForm, (atMs: number) => string>> = {
    dateTime: dates.dateTime,
    time: dates.clock,
  };
  for (const time of root.querySelectorAll<HTMLTimeElement>("time[data-form]")) {
    time.textContent = written[time.dataset["form"] as MomentForm](Date.parse(time.dateTime));
    // Touching it focuses it, and its style then shows the title; what can be pressed already has a focus of its own.
    if (time.closest("a, button, summary") === null) time.tabIndex = 0;
  }
}

/** Says in which zone the times of the page are. */
export function sayReaderZone(): void {
  const note = document.querySelector<HTMLElement>("[data-local-times]");
  const offset = offsetOf(Date.now());
  if (note === null || offset === "UTC") return;
  note.textContent = (note.dataset["localTimes"] ?? "").replace("{offset}", offset);
}
