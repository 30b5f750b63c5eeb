import { type Token, type Tokens, lexer, parser } from "marked";
import { type CodeBlock, isSampleLanguage } from "../../code/code-block.tsx";
import type { Heading } from "../frame/article.tsx";

/** Consecutive code fences: the same example in several languages. */
interface CodeGroup {
  readonly kind: "code";
  readonly blocks: CodeBlock[];
}

export type GuideBlock =
  | { readonly kind: "html"; readonly html: string; readonly text: string }
  | ({ readonly kind: "heading" } & Heading)
  | CodeGroup
  /** A table with data of the service, placed by a line like `::errors::`. */
  | { readonly kind: "table"; readonly name: string };

export interface Guide {
  readonly title: string;
  readonly lead: string;
  readonly blocks: readonly GuideBlock[];
}

/** Reads a guide: a title, a leading paragraph, and blocks; each of its headings ends with its id, `{#id}`. */
export function parseGuide(source: string): Guide {
  const [title, lead, ...rest] = lexer(source).filter(({ type }) => type !== "space");
  if (title?.type !== "heading" || lead?.type !== "paragraph") {
    throw new Error("a guide begins with a title and a paragraph");
  }
  return { title: textOf(title), lead: textOf(lead), blocks: blocksOf(rest) };
}

function blocksOf(tokens: readonly Token[]): readonly GuideBlock[] {
  const blocks: GuideBlock[] = [];
  for (const token of tokens) {
    const block = blockOf(token);
    const before = blocks.at(-1);
    if (before?.kind === "code" && block.kind === "code" && saysTheSame(block, before)) {
      before.blocks.push(...block.blocks);
    } else {
      blocks.push(block);
    }
  }
  return blocks;
}

function saysTheSame(block: CodeGroup, before: CodeGroup): boolean {
  const names = [...before.blocks, ...block.blocks].map(({ language }) => language);
  return names.every(isSampleLanguage) && new Set(names).size === names.length;
}

function blockOf(token: Token): GuideBlock {
  if (token.type === "heading") {
    const { depth } = token as Tokens.Heading;
    const [, text = "", id] = /^(.*?)\s*\{#([\w-]+)\}$/.exec(textOf(token)) ?? [];
    if (id === undefined) throw new Error(`the heading "${textOf(token)}" has no {#id}`);
    return { kind: "heading", id, depth, text };
  }
  if (token.type === "code") {
    const { lang = "text", text } = token as Tokens.Code;
    return { kind: "code", blocks: [{ language: lang, code: text }] };
  }
  const [, table] = /^::(\w+)::$/.exec(token.raw.trim()) ?? [];
  if (table !== undefined) return { kind: "table", name: table };
  return { kind: "html", html: withScrolling(parser([token])), text: textOf(token) };
}

/** Wraps tables so that they scroll where they are wider than the page; focusable, so that keys scroll them too. */
function withScrolling(html: string): string {
  return html
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<th></th>", "<td></td>");
}

/** Returns the words of a token, without markup. */
const textOf = (token: Token): string => plainText(parser([token]));

/** Returns the words of HTML, without markup. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}
