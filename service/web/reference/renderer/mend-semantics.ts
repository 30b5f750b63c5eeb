import type { ReferenceTexts } from "../../texts/texts.ts";

/** Accessibility fixes for the renderer's output: a selector of faulty elements, and the function that fixes each. */
const mends = (
  names: ReferenceTexts["names"],
): readonly (readonly [string, (found: Element) => void])[] => [
  ["button.group\\/copy-button:not([aria-label])", named(names.copy)],
  ['button[aria-haspopup="menu"]:not([aria-label])', nameIfNone(names.menu)],
  [".cm-content:not([aria-label])", named(names.code)],
  // Its label hides its visible text.
  [
    '[data-testid="response-variant-picker"][aria-label]',
    (found) => found.removeAttribute("aria-label"),
  ],
  ['button[role="none"], button[role="alert"]', (found) => found.removeAttribute("role")],
  // Two landmarks on a page must not have the same name.
  ['section[aria-label^="Notifications"]', (found) => found.setAttribute("role", "status")],
  ['.tag-section-container[role="region"], .response-card[role="region"]', withoutLandmark],
  // It claims to be a combobox, but has no list that opens.
  [
    '[role="combobox"][contenteditable]:not([aria-expanded])',
    (found) => found.setAttribute("role", "textbox"),
  ],
  // Its list is open as long as it exists.
  [
    'input[role="combobox"]:not([aria-expanded])',
    (found) => found.setAttribute("aria-expanded", "true"),
  ],
  // They refer to an element that does not exist yet, or no longer.
  [
    "[aria-controls]",
    (found) => {
      const controlled = found.getAttribute("aria-controls") ?? "";
      if (document.getElementById(controlled) === null) found.removeAttribute("aria-controls");
    },
  ],
  // It scrolls, so it must be reachable by keyboard.
  [
    "code.custom-scroll:not([tabindex]), pre.custom-scroll:not([tabindex])",
    (found) => found.setAttribute("tabindex", "0"),
  ],
];

/** Fixes the page, and from now on everything that is added to it. */
export function mendSemantics({ names }: ReferenceTexts): void {
  const table = mends(names);
  const mendAll = () => {
    for (const [selector, mend] of table) {
      for (const found of document.querySelectorAll(selector)) mend(found);
    }
  };
  let isDue = false;
  const observer = new MutationObserver(() => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      mendAll();
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  mendAll();
}

function named(name: string): (found: Element) => void {
  return (found) => found.setAttribute("aria-label", name);
}

function nameIfNone(name: string): (found: Element) => void {
  return (found) => {
    if (found.textContent?.trim() === "") found.setAttribute("aria-label", name);
  };
}

function withoutLandmark(found: Element): void {
  for (const name of ["role", "aria-label", "aria-labelledby"]) found.removeAttribute(name);
}
