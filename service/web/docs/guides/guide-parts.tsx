import { renderToString } from "preact-render-to-string";
import type { ArticleProps, Heading } from "../frame/article.tsx";
import { ServiceTable } from "../tables/service-table.tsx";
import { readGuide } from "./guide-article.tsx";
import type { GuideName } from "./guides.ts";
import { type GuideBlock, plainText } from "./parse-guide.ts";

/** A heading of a guide and the content below it; the first part, before any heading, has none. */
export interface GuidePart {
  readonly heading: Heading | undefined;
  readonly text: string;
  readonly code: string;
}

/** Returns the parts of a guide in order. */
export function guideParts(name: GuideName, props: ArticleProps): readonly GuidePart[] {
  const { lead, blocks } = readGuide(name, props);
  const starts = blocks.flatMap(({ kind }, index) => (kind === "heading" ? [index] : []));
  return [
    { heading: undefined, text: lead, code: "" },
    ...starts.map((start, index): GuidePart => {
      const heading = blocks[start];
      const below = blocks.slice(start + 1, starts[index + 1]);
      return {
        heading: heading?.kind === "heading" ? heading : undefined,
        text: joined(below.map((block) => textOf(block, props))),
        code: joined(below.map(codeOf)),
      };
    }),
  ];
}

function textOf(block: GuideBlock, props: ArticleProps): string {
  if (block.kind === "html") return block.text;
  // Each error has its own search entry.
  if (block.kind !== "table" || block.name === "errors") return "";
  return plainText(renderToString(<ServiceTable name={block.name} {...props} />));
}

function codeOf(block: GuideBlock): string {
  return block.kind === "code" ? joined(block.blocks.map(({ code }) => code)) : "";
}

const joined = (texts: readonly string[]): string => texts.filter(Boolean).join(" ");
