/** Markdown in a text that is to be spoken: code blocks, pictures, addresses of links and lines of tables are not read. */

const FENCED_CODE = /^[ \t]*(?<fence>```|~~~)[^\n`]*\n[^]*?^[ \t]*\k<fence>[ \t]*$/gmu;
/** Lengths are bounded, as a link or picture that is not closed would be searched for from each bracket. */
const ADDRESS = String.raw`\((?:<[^<>\n]{1,1000}>|(?:[^()\s]|\([^()\s]{0,200}\)){1,1000})(?: (?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\)|\[[^[\]\n]{1,50}\]`;
const PICTURE = new RegExp(String.raw`!\[(?<label>[^[\]\n]{0,300})\](?:${ADDRESS})`, "gu");
const LINK = new RegExp(String.raw`\[(?<label>[^[\]\n]{0,300})\](?:${ADDRESS})`, "gu");
const BARE_LINK = /<(?<address>https?:\/\/[^\s<>]{1,1000}|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/giu;
const REFERENCE = /^[ \t]*\[[^[\]\n]{1,100}\]:[ \t]+\S+[ \t]*$/gmu;
const FOOTNOTE = /\[\^[^[\]\n]{1,50}\]:?/gu;
const TASK = /(?<=^[ \t]*[-*+][ \t]+)\[[ xX]\][ \t]+/gmu;
const CODE = /(?<!`)(?<ticks>`{1,2})(?<code>[^`\n]{1,300})\k<ticks>(?!`)/gu;
const TABLE_LINE = /^[ \t]*\|(?:[ \t]*:?-{2,}:?[ \t]*\|)+[ \t]*$\n?/gmu;
const TABLE_ROW = /^[ \t]*\|(?<cells>[^\n]*)\|[ \t]*$/gmu;

/** Returns a text without the marks of Markdown that would be read out; a row of a table is a sentence of its cells. */
export function withoutMarkdown(text: string): string {
  return text
    .replace(FENCED_CODE, "\n")
    .replace(FOOTNOTE, "")
    .replace(TASK, "")
    .replace(REFERENCE, "")
    .replace(PICTURE, "$<label>")
    .replace(LINK, "$<label>")
    .replace(BARE_LINK, "$<address>")
    .replace(CODE, "$<code>")
    .replace(TABLE_LINE, "")
    .replace(
      TABLE_ROW,
      (_, cells: string) =>
        `${cells
          .split("|")
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(", ")}.`,
    );
}
