import type { Page } from "playwright-core";

/** What the page keeps of a walk by Tab. */
interface Walk {
  readonly expected: readonly Element[];
  readonly reached: Set<Element>;
  readonly invisible: Set<Element>;
}

declare global {
  var keyboardWalk: Walk;
}

/**
 * Walks an open page by Tab and returns what of it the keyboard does not reach, and what shows nothing when it has the focus:
 * neither its own outline, shadow or stroke changes, nor that of its label, parent or neighbour.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const stops = await page.evaluate(beginWalk);
  // Twice round and a little more: a stop may hold several of its own, as the controls of a player do.
  const maxPresses = 2 * stops + 20;
  const batch = Math.max(8, stops + 1);
  for (let presses = 0; presses < maxPresses; presses += batch) {
    await pressTab(page, batch);
    if (await page.evaluate(hasSeenAll)) break;
  }
  return page.evaluate(endWalk);
}

/** Presses without waiting in between for what the page answers, and returns once it has taken all of them. */
async function pressTab(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const tab = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
  const presses = Array.from({ length: times }, async () => {
    const down = session.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...tab });
    await Promise.all([down, session.send("Input.dispatchKeyEvent", { type: "keyUp", ...tab })]);
  });
  await Promise.all(presses);
  await session.detach();
}

function beginWalk(): number {
  const focusable =
    "a[href], button, input, select, textarea, summary, audio[controls], video[controls], [tabindex]";
  const isStop = (element: Element): boolean => {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) return false;
    if (element.tabIndex < 0 || element.closest("[inert]") !== null) return false;
    if (element.matches(":disabled, [type=hidden]")) return false;
    return element.checkVisibility({ visibilityProperty: true });
  };
  const isOneOfGroup = (element: Element, _index: number, all: readonly Element[]): boolean => {
    if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
    const group = all.filter(
      (other): other is HTMLInputElement =>
        other instanceof HTMLInputElement &&
        other.name === element.name &&
        other.form === element.form,
    );
    const checked = group.find((other) => other.checked);
    return checked === undefined ? true : checked === element;
  };
  const looks = (element: Element): string =>
    [
      element,
      element.parentElement,
      element.closest("label"),
      element.nextElementSibling,
      element.querySelector("svg, rect"),
    ]
      .map((part) => {
        if (part === null) return "";
        const { outlineStyle, outlineWidth, boxShadow, stroke, strokeWidth } =
          getComputedStyle(part);
        return [outlineStyle, outlineWidth, boxShadow, stroke, strokeWidth].join(" ");
      })
      .join("|");
  const expected = [...document.querySelectorAll(focusable)].filter(isStop).filter(isOneOfGroup);
  const before = new Map(expected.map((element) => [element, looks(element)]));
  globalThis.keyboardWalk = { expected, reached: new Set(), invisible: new Set() };
  const { reached, invisible } = globalThis.keyboardWalk;
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    reached.add(target);
    if (before.get(target) === looks(target)) invisible.add(target);
  });
  return expected.length;
}

function hasSeenAll(): boolean {
  const { expected, reached } = globalThis.keyboardWalk;
  return expected.every((element) => reached.has(element));
}

function endWalk(): string[] {
  const { expected, reached, invisible } = globalThis.keyboardWalk;
  const words = (element: Element) => element.outerHTML.slice(0, 160);
  // A radio group without a choice is one stop, at whichever of its radios.
  const isReached = (element: Element): boolean =>
    reached.has(element) ||
    (element instanceof HTMLInputElement &&
      element.type === "radio" &&
      [...reached].some(
        (other) => other instanceof HTMLInputElement && other.name === element.name,
      ));
  return [
    ...expected
      .filter((element) => !isReached(element))
      .map((element) => `not reached by Tab: ${words(element)}`),
    ...[...invisible].map((element) => `shows no focus: ${words(element)}`),
  ];
}
