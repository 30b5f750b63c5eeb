import MarkdownIt from "markdown-it";

/** Deeper lists and quotes are left out. */
const MAX_NESTING = 20;
/** The page has headings of its own above those of a text. */
const HEADING_LEVELS_BELOW = 2;
const LOWEST_HEADING = 6;
const LINK_ADDRESS = /^(?:https?:\/\/|mailto:)/i;
/** How many texts are kept as HTML: pages, feeds and mails are made of the same few again and again. */
const KEPT_TEXTS = 50;

/** HTML in a text stays text, links lead to web and mail addresses alone, and pictures are links: they would tell who reads. */
const MARKDOWN = new MarkdownIt({ html: false, linkify: false, breaks: true });
MARKDOWN.set({ maxNesting: MAX_NESTING });
MARKDOWN.validateLink = (address) => LINK_ADDRESS.test(address.trim());
MARKDOWN.disable("image");
MARKDOWN.renderer.rules["link_open"] = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet("rel", "nofollow noopener noreferrer");
  return renderer.renderToken(tokens, index, options);
};
MARKDOWN.core.ruler.push("lower_headings", ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== "heading_open" && token.type !== "heading_close") continue;
    const level = Number(token.tag.slice(1)) + HEADING_LEVELS_BELOW;
    token.tag = `h${Math.min(level, LOWEST_HEADING)}`;
  }
});

const kept = new Map<string, string>();

/** Renders Markdown as HTML that is safe on every page; its headings begin at `h3`. */
export function markdownHtml(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const html = MARKDOWN.render(text);
  kept.set(text, html);
  const oldest = kept.keys().next();
  if (kept.size > KEPT_TEXTS && !oldest.done) kept.delete(oldest.value);
  return html;
}

/** Renders Markdown as plain text for mails and chats: headings and list items on lines of their own, links with their address. */
export function markdownText(text: string): string {
  const lists: (number | null)[] = [];
  let written = "";
  const beginBlock = (gap: string): void => {
    if (written !== "" && !written.endsWith("• ") && !/\d\. $/.test(written)) {
      written = written.trimEnd() + gap;
    }
  };
  for (const token of MARKDOWN.parse(text, {})) {
    const { type, nesting, hidden } = token;
    if (type === "bullet_list_open" || type === "ordered_list_open") {
      if (lists.length === 0) beginBlock("\n\n");
      lists.push(type === "ordered_list_open" ? Number(token.attrGet("start") ?? 1) : null);
    } else if (type === "bullet_list_close" || type === "ordered_list_close") {
      lists.pop();
    } else if (type === "list_item_open") {
      const number = lists.at(-1) ?? null;
      if (number !== null) lists[lists.length - 1] = number + 1;
      if (!written.endsWith("\n\n")) beginBlock("\n");
      written += `${"  ".repeat(lists.length - 1)}${number === null ? "•" : `${number}.`} `;
    } else if (type === "inline") {
      written += inlineText(token.children ?? []);
    } else if (type === "fence" || type === "code_block") {
      beginBlock("\n\n");
      written += token.content.trimEnd();
    } else if (type === "th_open" || type === "td_open") {
      if (!written.endsWith("\n")) written += " | ";
    } else if (type === "table_open" || type === "tbody_open" || type === "thead_open") {
      if (type === "table_open") written = `${written.trimEnd()}\n\n`;
    } else if (type === "tr_open") {
      if (!written.endsWith("\n\n")) beginBlock("\n");
    } else if (nesting === 1 && !hidden && token.block && lists.length === 0) {
      beginBlock("\n\n");
    }
  }
  return written.trim();
}

type Token = ReturnType<typeof MARKDOWN.parse>[number];

function inlineText(tokens: readonly Token[]): string {
  let address: string | null = null;
  let label = "";
  let written = "";
  for (const { type, content, attrs } of tokens) {
    if (type === "link_open") {
      address = attrs?.find(([name]) => name === "href")?.[1]?.toString() ?? null;
      label = "";
    } else if (type === "link_close") {
      if (address !== null && address !== label) written += ` (${address})`;
      address = null;
    } else {
      const said = type === "softbreak" || type === "hardbreak" ? "\n" : content;
      written += said;
      label += said;
    }
  }
  return written;
}
