import type { ArticleProps } from "../frame/article.tsx";
import { tableMarkdown } from "../tables/table-markdown.ts";
import { filledIn, type GuideName, guideSource } from "./guides.ts";

/** Returns a guide as self-contained Markdown: with its tables and absolute URLs. */
export function guideMarkdown(name: GuideName, props: ArticleProps): string {
  const { language, baseUrl, content } = props;
  return filledIn(guideSource(language, name), language, baseUrl, content)
    .replaceAll(/^(#+ .*?)\s*\{#[\w-]+\}$/gm, "$1")
    .replaceAll(/^::(\w+)::$/gm, (_line, table: string) => tableMarkdown(table, props))
    .replaceAll("](/", `](${baseUrl}/`);
}
