import { YEAR_SECONDS } from "#units/time.ts";
import type { CodeLanguage } from "./code-block.tsx";

/** Returns the code language that the reader chose last, from a cookie that the server reads too. */
export function chosenCodeLanguage(): CodeLanguage | undefined {
  const [, value] = /(?:^|; )code=(curl|javascript|python)(?:;|$)/.exec(document.cookie) ?? [];
  return value as CodeLanguage | undefined;
}

/** Applies a choice of code language to all blocks, here and on later pages. */
export function followLanguageChoice(): void {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest(".samples") !== null) choose(target);
  });
}

function choose(input: HTMLInputElement): void {
  document.cookie = `code=${input.value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  const before = input.getBoundingClientRect().top;
  const same = `.samples input[value="${CSS.escape(input.value)}"]`;
  for (const other of document.querySelectorAll<HTMLInputElement>(same)) other.checked = true;
  // Blocks above may have changed height: keeps the choice under the pointer.
  scrollBy(0, input.getBoundingClientRect().top - before);
}
