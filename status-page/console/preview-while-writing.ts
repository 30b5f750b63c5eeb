import { FORM_ID } from "./console-form.ts";
import { showReaderTimes } from "./reader-times.ts";

const PREVIEW = "console-preview";
const NOT_YET = "console-not-yet";
/** After the last key, so that not every one of them asks the server. */
const PAUSE_MS = 600;

/** Shows what people would read beside the form while somebody writes. */
export function previewWhileWriting(): void {
  const form = document.getElementById(FORM_ID);
  if (!(form instanceof HTMLFormElement) || document.getElementById(PREVIEW) === null) return;
  let pausing: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  const ask = (): void => {
    asking?.abort();
    asking = new AbortController();
    void show(form, asking.signal).catch(() => undefined);
  };
  const later = (): void => {
    clearTimeout(pausing);
    pausing = setTimeout(ask, PAUSE_MS);
  };
  form.addEventListener("input", later);
  form.addEventListener("submit", () => clearTimeout(pausing));
  if (hasText(form)) ask();
}

async function show(form: HTMLFormElement, signal: AbortSignal): Promise<void> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && name !== "previewed") fields.append(name, value);
  }
  fields.set("step", "preview");
  const answer = await fetch(form.action, { method: "POST", body: fields, signal });
  if (!answer.ok || answer.redirected) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const problem = page.querySelector('#content > [role="alert"]')?.textContent ?? "";
  const notYet = document.getElementById(NOT_YET);
  if (notYet !== null) {
    notYet.hidden = problem === "" || !hasText(form);
    notYet.textContent = problem;
  }
  if (problem !== "") return;
  const preview = page.getElementById(PREVIEW);
  if (preview === null) return;
  showReaderTimes(preview);
  document.getElementById(PREVIEW)?.replaceWith(preview);
}

function hasText(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll("textarea")].some(({ value }) => value.trim() !== "");
}
