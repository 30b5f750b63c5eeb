import type { JSX } from "preact";
import { useConsoleTexts } from "./texts.ts";

export function BackToNow(): JSX.Element {
  return (
    <p class="back">
      <a href="/console">{useConsoleTexts().console.nowTitle}</a>
    </p>
  );
}
