import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import { useConsoleTexts } from "./texts.ts";

export function BackToNow(): JSX.Element {
  return (
    <p class="back">
      <a href={CONSOLE_PATHS.now}>{useConsoleTexts().console.nowTitle}</a>
    </p>
  );
}
