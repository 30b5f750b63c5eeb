import { render } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import type { CodeTexts } from "../texts/texts.ts";
import { CopyIcon } from "./copy-icon.tsx";

const YEAR_SECONDS = 31_536_000;

/** Adds a copy button to every block of code, and applies a choice of code language to all blocks, here and on later pages. */
export function addCopyButtons(texts: CodeTexts): void {
  for (const slot of document.querySelectorAll(".copy-slot")) {
    queueTask(() => {
      const code = slot.closest(".code")?.querySelector("code")?.textContent ?? "";
      render(
        <CopyIcon
          text={code}
          what={code.split("\n", 1)[0] ?? ""}
          label={texts.copy}
          copiedLabel={texts.copied}
          failedLabel={texts.copyFailed}
        />,
        slot,
      );
    });
  }

  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest(".samples") !== null) choose(target);
  });
}

function choose(input: HTMLInputElement): void {
  document.cookie = `code=${input.value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  const before = input.getBoundingClientRect().top;
  const same = `.samples input[value="${CSS.escape(input.value)}"]`;
  for (const other of document.querySelectorAll<HTMLInputElement>(same)) other.checked = true;
  // What stands above may have grown or shrunk; the choice stays under the pointer.
  scrollBy(0, input.getBoundingClientRect().top - before);
}
