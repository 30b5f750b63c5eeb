import { escapeMarkup } from "#web-kit/document/escape-markup.ts";
import type { Language } from "#web-kit/language/languages.ts";

/** The head of a mail, which names the sender; mail programs show it on a light background. */
export interface MailHead {
  readonly name: string;
  readonly url: string;
  /** A colour that can be read on white. */
  readonly accent: string;
}

/** Returns the HTML document of a mail in a language. */
export function mailDocument(language: Language, body: readonly Html[], head?: MailHead): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
      </head>
      <body
        style="margin: 0; padding: 24px; font: 15px/22px system-ui, sans-serif; color: #16191d; background: #ffffff"
      >
        <div style="max-width: 560px; margin: 0 auto">${head && headOf(head)}${body}</div>
      </body>
    </html>`.html;
}

function headOf({ name, url, accent }: MailHead): Html {
  return html`<p style="margin: 0 0 20px; padding-top: 16px; border-top: 4px solid ${accent}">
    <a href="${url}" style="color: ${accent}; font-weight: 600; text-decoration: none">${name}</a>
  </p>`;
}

export interface Html {
  readonly html: string;
}

type Piece = Html | string | number | readonly Html[] | undefined;

/** Returns HTML from a template: interpolated text is escaped, HTML is not, and undefined is left out. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return {
    html: strings.map((string, index) => string + written(pieces[index])).join(""),
  };
}

/** Returns a text as HTML that keeps its paragraphs and line breaks. */
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
