import { render } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import type { CodeTexts } from "../texts/texts.ts";
import { followLanguageChoice } from "./chosen-language.ts";
import { CopyCode } from "./copy-code.tsx";

/** Adds a copy button to every block of code, and applies a choice of code language to all blocks, here and on later pages. */
export function addCopyButtons(texts: CodeTexts): void {
  for (const slot of document.querySelectorAll(".copy-slot")) {
    queueTask(() => {
      const code = slot.closest(".code")?.querySelector("code")?.textContent ?? "";
      render(<CopyCode code={code} texts={texts} />, slot);
    });
  }
  followLanguageChoice();
}
