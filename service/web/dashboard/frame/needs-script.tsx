import type { JSX } from "preact";
import { useReader } from "./reader.ts";

/** Says, where no script runs, why nothing can be done here. */
export function NeedsScript(): JSX.Element {
  const { frame } = useReader().texts;
  return (
    <noscript>
      <p class="notice">{frame.needsScript}</p>
    </noscript>
  );
}
