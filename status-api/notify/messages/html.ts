import { escapeMarkup } from "../../representation/escape-markup.ts";

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
