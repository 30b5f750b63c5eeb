import type { JSX } from "preact";
import { useReader } from "../frame/reader.ts";

/** Says that the reader's role does not allow the page. */
export function NotAllowed(): JSX.Element {
  const { members } = useReader().texts;
  return (
    <>
      <h1>{members.notAllowedTitle}</h1>
      <p class="lead">{members.notAllowed}</p>
    </>
  );
}
