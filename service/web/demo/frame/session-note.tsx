import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { plural } from "#web-kit/language/texts.ts";
import type { SessionView } from "../../session/demo-session.ts";
import type { DemoTexts } from "../../texts/texts.ts";

interface SessionNoteProps {
  readonly texts: DemoTexts;
  readonly view: ReadonlySignal<SessionView>;
}

/** One line that says how long the demo session lasts. */
export function SessionNote({ texts, view: { value: view } }: SessionNoteProps): JSX.Element {
  const words = texts.session;
  return (
    <p>
      {view.kind === "open"
        ? plural(texts.language, words.open, view.minutesLeft)
        : words[view.kind]}
    </p>
  );
}
