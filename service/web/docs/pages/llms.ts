import { ALL_TEXTS, translated } from "../../texts/texts.ts";
import { hrefOfEntry, referenceEntries } from "../../reference/documents/entries.ts";
import type { ArticleProps } from "../frame/article.tsx";
import { readGuide } from "../guides/guide-article.tsx";
import { guideMarkdown } from "../guides/guide-markdown.ts";
import { GUIDE_NAMES, markdownHrefOf } from "../guides/guides.ts";

/** Returns `/llms.txt`: an index of the documentation for language models, https://llmstxt.org. */
export function llmsIndex(props: ArticleProps): string {
  const { language, baseUrl } = props;
  const texts = ALL_TEXTS.docs[language];
  const guides = GUIDE_NAMES.map((name) => {
    const { title, lead } = readGuide(name, props);
    return `- [${title}](${baseUrl}${markdownHrefOf(name)}): ${lead}`;
  });
  return lines([
    ...headOf(props),
    "",
    `## ${texts.guides}`,
    "",
    ...guides,
    "",
    `## ${texts.reference}`,
    "",
    `- [OpenAPI](${baseUrl}/v1/openapi.json): ${texts.openApiNote}`,
    `- [AsyncAPI](${baseUrl}/v1/asyncapi.json): ${texts.asyncApiNote}`,
    ...operationLines(props),
    "",
    "## Optional",
    "",
    `- [llms-full.txt](${baseUrl}/llms-full.txt): ${texts.llmsFullNote}`,
  ]);
}

/** Returns `/llms-full.txt`: every guide, and a link to every operation. */
export function llmsFull(props: ArticleProps): string {
  const guides = GUIDE_NAMES.flatMap((name) => ["", guideMarkdown(name, props).trimEnd()]);
  const { reference } = ALL_TEXTS.docs[props.language];
  return lines([...headOf(props), ...guides, "", `# ${reference}`, "", ...operationLines(props)]);
}

function headOf({ language }: ArticleProps): readonly string[] {
  return [`# ${ALL_TEXTS.frame[language].name}`, "", `> ${ALL_TEXTS.website[language].lead}`];
}

function operationLines({ language, baseUrl, content }: ArticleProps): readonly string[] {
  return referenceEntries(content).map(
    (entry) =>
      `- [${translated(language, entry.title)}](${baseUrl}${hrefOfEntry(entry)}): \`${entry.method} ${entry.path}\``,
  );
}

const lines = (all: readonly string[]): string => `${all.join("\n")}\n`;
