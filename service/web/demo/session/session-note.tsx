import type { JSX } from "preact";
import type { Texts } from "../turkish.ts";
import type { SessionView } from "./demo-session.ts";

/** One quiet line about the demo session; it does not call for attention. */
export function SessionNote({
  texts,
  view,
}: {
  readonly texts: Texts;
  readonly view: SessionView;
}): JSX.Element {
  const words = texts.session;
  return <p>{view.kind === "open" ? words.open(view.minutesLeft) : words[view.kind]}</p>;
}
