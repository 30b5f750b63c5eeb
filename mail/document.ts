import { escapeMarkup } from "#web-kit/document/escape-markup.ts";
import type { Language } from "#web-kit/language/languages.ts";

export const footStyle = "margin-top: 24px; color: #58616b; font-size: 13px";
export const buttonStyle =
  "display: inline-block; padding: 10px 16px; border-radius: 6px; background: #2458c5; color: #ffffff; text-decoration: none";

/** Writes the HTML of a mail, in a language, around its body. */
export function mailDocument(language: Language, body: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </head>
      <body style="margin: 0; padding: 24px; font: 15px/22px system-ui, sans-serif; color: #16191d">
        <div style="max-width: 560px; margin: 0 auto">${body}</div>
      </body>
    </html>`.html;
}

export interface Html {
  readonly html: string;
}

type Piece = Html | string | number | readonly Html[] | undefined;

/** Writes HTML: text put into it is escaped, HTML is not, undefined is nothing. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return {
    html: strings.map((string, index) => string + written(pieces[index])).join(""),
  };
}

/** Breaks a text's paragraphs and lines as its writer did. */
export function paragraphs(text: string): readonly Html[] {
  return text.split(/\n{2,}/).map((paragraph) => {
    const lines = paragraph.split("\n").map((line) => html`${line}`.html);
    return { html: `<p>${lines.join("<br>")}</p>` };
  });
}

function written(piece: Piece): string {
  if (piece === undefined) return "";
  if (typeof piece === "string" || typeof piece === "number") {
    return escapeMarkup(String(piece));
  }
  return isList(piece) ? piece.map((one) => one.html).join("") : piece.html;
}

function isList(piece: Html | readonly Html[]): piece is readonly Html[] {
  return Array.isArray(piece);
}
