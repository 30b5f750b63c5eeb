import type { JSX } from "preact";

/** What came of something; nothing is said of what the page says by itself. */
export interface Saying {
  readonly isProblem: boolean;
  readonly text: string | undefined;
}

/** Says what came of what the reader did, to screen readers too. */
export function Said({ saying }: { readonly saying: Saying | undefined }): JSX.Element {
  const text = saying?.text;
  return (
    <div role={saying?.isProblem === true ? "alert" : "status"}>
      {text !== undefined && (
        <p class={saying?.isProblem === true ? "notice problem" : "notice"}>{text}</p>
      )}
    </div>
  );
}
