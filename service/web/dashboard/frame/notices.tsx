import type { JSX } from "preact";
import { useReader } from "./reader.ts";

/** The outcome of an action; without a text nothing is shown. */
export interface Saying {
  readonly isProblem: boolean;
  readonly text: string | undefined;
}

/** Shows the outcome of an action, and announces it to screen readers. */
export function Said({ saying }: { readonly saying: Saying | undefined }): JSX.Element {
  const { isProblem, text } = saying ?? { isProblem: false, text: undefined };
  return (
    <div role={isProblem ? "alert" : "status"}>
      {text !== undefined && <p class={isProblem ? "notice problem" : "notice"}>{text}</p>}
    </div>
  );
}

/** Shows an error message, if there is one. */
export function Complaint({ text }: { readonly text: string | undefined }): JSX.Element | null {
  if (text === undefined) return null;
  return (
    <p class="notice problem" role="alert">
      {text}
    </p>
  );
}

/** Explains, where no script runs, that the page needs one. */
export function NeedsScript(): JSX.Element | null {
  const { texts, isLive } = useReader();
  return isLive ? null : <p class="notice needs-script">{texts.frame.needsScript}</p>;
}
