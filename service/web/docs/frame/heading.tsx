import { fill } from "#web-kit/language/texts.ts";
import { createElement } from "preact";
import type { DocsTexts } from "../../texts/texts.ts";

interface PermanentHeadingProps {
  readonly id: string;
  readonly depth: number;
  readonly text: string;
  readonly texts: DocsTexts;
}

/** A heading with a link to itself. */
export function PermanentHeading({ id, depth, text, texts }: PermanentHeadingProps) {
  return createElement(
    `h${depth}`,
    { id },
    text,
    <a class="permalink" href={`#${id}`} aria-label={fill(texts.linkTo, { heading: text })}>
      #
    </a>,
  );
}
