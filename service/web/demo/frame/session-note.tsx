import type { JSX } from "preact";
import { plural } from "#web-kit/language/texts.ts";
import { sessionView } from "../../session/demo-session.ts";
import { useDemoPage } from "./demo-page.ts";

/** One line that says how long the demo session lasts. */
export function SessionNote(): JSX.Element {
  const { texts } = useDemoPage();
  const words = texts.session;
  const view = sessionView.value;
  return (
    <p>
      {view.kind === "open"
        ? plural(texts.language, words.open, view.minutesLeft)
        : words[view.kind]}
    </p>
  );
}
