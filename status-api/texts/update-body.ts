import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { escapeMarkup } from "#web-kit/document/escape-markup.ts";
import { markdownHtml, markdownText } from "./markdown.ts";

/** The part of an update that decides how its text is shown. */
interface Said {
  readonly status: string;
  readonly body: LocalizedText;
}

/** Returns whether a text is Markdown: that of a postmortem is, as it is long and has parts. */
export function isMarkdown({ status }: Pick<Said, "status">): boolean {
  return status === "postmortem";
}

/** Returns the text of an update as plain text, in which times are still marks. */
export function plainBody(said: Said, language: Language): string {
  const body = said.body[language];
  return isMarkdown(said) ? markdownText(body) : body;
}

/** Returns the text of an update as HTML; `render` replaces the times in it. */
export function htmlBody(said: Said, language: Language, render: (text: string) => string): string {
  const body = render(said.body[language]);
  return isMarkdown(said) ? markdownHtml(body) : escapeMarkup(body).replaceAll(/\r?\n/g, "<br>");
}
