import type { JSX } from "preact";
import { useReader } from "./reader.ts";

/** Says, where no script runs, why nothing can be done here. */
export function NeedsScript(): JSX.Element | null {
  const { texts, isLive } = useReader();
  return isLive ? null : <p class="notice needs-script">{texts.frame.needsScript}</p>;
}
