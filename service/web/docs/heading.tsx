import { createElement } from "preact";
import type { Texts } from "./texts.ts";

interface PermanentHeadingProps {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
  readonly texts: Texts;
}

/** A heading with a link to itself. */
export function PermanentHeading({ id, depth, text, texts }: PermanentHeadingProps) {
  return createElement(
    `h${depth}`,
    { id },
    text,
    <a class="permalink" href={`#${id}`} aria-label={texts.linkTo(text)}>
      #
    </a>,
  );
}
