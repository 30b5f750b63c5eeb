import { plural } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { DemoTexts } from "../../texts/texts.ts";
import type { SessionView } from "../../session/demo-session.ts";

/** One quiet line about the demo session; it does not call for attention. */
export function SessionNote({
  texts,
  view,
}: {
  readonly texts: DemoTexts;
  readonly view: SessionView;
}): JSX.Element {
  const words = texts.session;
  return (
    <p>
      {view.kind === "open"
        ? plural(texts.language, words.open, view.minutesLeft)
        : words[view.kind]}
    </p>
  );
}
