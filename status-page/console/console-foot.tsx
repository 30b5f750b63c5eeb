import type { JSX } from "preact";
import { useTexts } from "../reader/reader.ts";

/** Says in which zone times are, and what was done last, which the page's script writes. */
export function ConsoleFoot(): JSX.Element {
  const texts = useTexts("frame");
  return (
    <footer class="page-footer">
      <p class="quiet" data-local-times={texts.timesLocal}>
        {texts.timesUtc}
      </p>
      <p class="console-done" role="status" id="console-done" />
    </footer>
  );
}
