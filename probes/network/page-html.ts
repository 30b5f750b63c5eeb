import { type Token, Tokenizer, TokenizerMode } from "parse5";

/** Kind of a file that a page needs to look and work as intended. */
export type AssetKind = "script" | "style";

/** The parsed content of a page. */
export interface PageHtml {
  /** Contents of its `<meta name="page" content="…">`. */
  readonly markers: readonly string[];
  /** Addresses of what it loads, as written there, each with the base URL that applies to it; without duplicates. */
  readonly assets: Readonly<Record<AssetKind, readonly PageAsset[]>>;
  /** Whether the page has an inline style. */
  readonly hasOwnStyle: boolean;
}

export interface PageAsset {
  readonly address: string;
  readonly base: string;
}

/** A page that takes too long to be read. */
export class EndlessMarkupError extends Error {
  override readonly name = "EndlessMarkupError";
}

const PIECE_CHARACTERS = 8 * 1024;
/** More than any normal page takes; reading it blocks everything else meanwhile. */
const MAX_READING_MS = 300;

/** Tokenizer modes for elements whose content is not markup. */
const TEXT_MODES: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  // Browsers run scripts, so they load nothing that is in `noscript`.
  noscript: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
};

/** The types of `<script>` that run; others are data. */
const SCRIPT_TYPE =
  /^(|module|(text|application)\/(x-)?(java|ecma)script|text\/javascript1\.[0-5]|text\/jscript|text\/livescript)$/;

/** Reads a page as browsers do, with comments, entities, quotes, upper case and `<base>`. Throws an `EndlessMarkupError`. */
export function readPage(html: string, url: string): PageHtml {
  const reader = new PageReader(url);
  const untilMs = performance.now() + MAX_READING_MS;
  for (let at = 0; at < html.length; at += PIECE_CHARACTERS) {
    if (performance.now() > untilMs) {
      throw new EndlessMarkupError(`its markup cannot be read within ${MAX_READING_MS} ms`);
    }
    reader.write(html.slice(at, at + PIECE_CHARACTERS));
  }
  return reader.end();
}

class PageReader {
  readonly #tokenizer: Tokenizer;
  readonly #markers: string[] = [];
  readonly #assets: Record<AssetKind, PageAsset[]> = { script: [], style: [] };
  readonly #seen = new Set<string>();
  readonly #url: string;
  #base: string | undefined;
  /** Depth in SVG and MathML, where the rules for HTML elements do not apply. */
  #foreignDepth = 0;
  /** Depth in `<template>`, from which nothing is loaded. */
  #templateDepth = 0;
  #isInStyle = false;
  #hasOwnStyle = false;

  constructor(url: string) {
    this.#url = url;
    const ignore = (): void => {};
    this.#tokenizer = new Tokenizer(
      {},
      {
        onStartTag: (tag) => this.#begin(tag),
        onEndTag: (tag) => this.#finish(tag.tagName),
        onCharacter: () => {
          if (this.#isInStyle) this.#hasOwnStyle = true;
        },
        onComment: ignore,
        onDoctype: ignore,
        onEof: ignore,
        onNullCharacter: ignore,
        onWhitespaceCharacter: ignore,
      },
    );
  }

  write(piece: string): void {
    this.#tokenizer.write(piece, false);
  }

  end(): PageHtml {
    this.#tokenizer.write("", true);
    return { markers: this.#markers, assets: this.#assets, hasOwnStyle: this.#hasOwnStyle };
  }

  #begin(tag: Token.TagToken): void {
    const { tagName, selfClosing } = tag;
    if (tagName === "svg" || tagName === "math") {
      if (!selfClosing) this.#foreignDepth += 1;
    }
    if (this.#foreignDepth > 0) {
      this.#tokenizer.inForeignNode = true;
      return;
    }
    const mode = TEXT_MODES[tagName];
    if (mode !== undefined) this.#tokenizer.state = mode;
    if (tagName === "template") this.#templateDepth += 1;
    if (this.#templateDepth > 0) return;
    const attribute = (name: string): string | undefined =>
      tag.attrs.find((one) => one.name === name)?.value;
    if (tagName === "base") this.#base ??= attribute("href");
    else if (tagName === "meta") this.#readMeta(attribute);
    else if (tagName === "script") this.#readScript(attribute);
    else if (tagName === "link") this.#readLink(attribute);
    else if (tagName === "style") this.#isInStyle = true;
  }

  #finish(tagName: string): void {
    if (tagName === "svg" || tagName === "math") {
      this.#foreignDepth = Math.max(0, this.#foreignDepth - 1);
      this.#tokenizer.inForeignNode = this.#foreignDepth > 0;
    }
    if (tagName === "template") this.#templateDepth = Math.max(0, this.#templateDepth - 1);
    if (tagName === "style") this.#isInStyle = false;
  }

  #readMeta(attribute: (name: string) => string | undefined): void {
    if (attribute("name")?.trim().toLowerCase() !== "page") return;
    this.#markers.push(attribute("content")?.trim() ?? "");
  }

  #readScript(attribute: (name: string) => string | undefined): void {
    const type = attribute("type")?.trim().toLowerCase() ?? "";
    // Current browsers skip `nomodule` scripts, which are the fallback for old ones.
    const isLeftOut = attribute("nomodule") !== undefined && type !== "module";
    if (SCRIPT_TYPE.test(type) && !isLeftOut) this.#note("script", attribute("src"));
  }

  #readLink(attribute: (name: string) => string | undefined): void {
    const relations = attribute("rel")?.toLowerCase().split(/\s+/) ?? [];
    const type = attribute("type")?.trim().toLowerCase() ?? "";
    const isStyle = relations.includes("stylesheet") && !relations.includes("alternate");
    const isOff = attribute("disabled") !== undefined || (type !== "" && type !== "text/css");
    if (isStyle && !isOff) this.#note("style", attribute("href"));
  }

  #note(kind: AssetKind, address: string | undefined): void {
    if (address === undefined || address.trim() === "") return;
    const base = URL.parse(this.#base ?? "", this.#url)?.href ?? this.#url;
    const key = `${kind} ${base} ${address}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#assets[kind].push({ address, base });
  }
}
