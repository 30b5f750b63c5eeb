import type { JSX } from "preact";
import { useReader } from "./reader.ts";

/** What came of something that the reader did; without a text nothing is said. */
export interface Saying {
  readonly isProblem: boolean;
  readonly text: string | undefined;
}

/** Says what came of what the reader did, to screen readers too. */
export function Said({ saying }: { readonly saying: Saying | undefined }): JSX.Element {
  const { isProblem, text } = saying ?? { isProblem: false, text: undefined };
  return (
    <div role={isProblem ? "alert" : "status"}>
      {text !== undefined && <p class={isProblem ? "notice problem" : "notice"}>{text}</p>}
    </div>
  );
}

/** Says what is wrong, if anything is. */
export function Complaint({ text }: { readonly text: string | undefined }): JSX.Element | null {
  if (text === undefined) return null;
  return (
    <p class="notice problem" role="alert">
      {text}
    </p>
  );
}

/** Says, where no script runs, why nothing can be done here. */
export function NeedsScript(): JSX.Element | null {
  const { texts, isLive } = useReader();
  return isLive ? null : <p class="notice needs-script">{texts.frame.needsScript}</p>;
}
