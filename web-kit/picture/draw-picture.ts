import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Node, Renderer } from "@takumi-rs/core";
import type { Language } from "../language/languages.ts";
import { PICTURE_SIZE } from "./picture-size.ts";
import { tokenColour } from "./token-colours.ts";

/** What previews of links show of a page. */
export interface Picture {
  /** Whose page it is. */
  readonly name: string;
  /** An SVG as high as a line of the title, before it. */
  readonly mark: string;
  readonly title: string;
  /** What stands below the title. */
  readonly lines: readonly string[];
  /** An SVG over the whole width. */
  readonly strip?: string;
  /** What stands at the foot, at its left and at its right. */
  readonly foot: readonly string[];
  /** The colour of the picture's upper edge. */
  readonly colour: string;
}

const PADDING = 72;

/** How wide what stands in a picture can be. */
export const PICTURE_INNER_WIDTH = PICTURE_SIZE.width - 2 * PADDING;

/** How titles are written, by the characters that a longer one has more than. */
const TITLES = [
  { above: 80, fontSize: 46, lines: 3 },
  { above: 32, fontSize: 56, lines: 2 },
  { above: 0, fontSize: 72, lines: 2 },
] as const;

const font = path.join(import.meta.dirname, "../fonts/inter-pictures.woff2");

let renderer: Promise<Renderer> | undefined;

/** Draws a picture as PNG, beside the main thread. */
export async function drawPicture(picture: Picture, language: Language): Promise<Buffer> {
  renderer ??= startRenderer();
  return (await renderer).render(layout(picture), {
    ...PICTURE_SIZE,
    format: "png",
    lang: language,
  });
}

/** Loads the library with the first picture, since most processes never draw one. */
async function startRenderer(): Promise<Renderer> {
  const { Renderer: TakumiRenderer } = await import("@takumi-rs/core");
  const started = new TakumiRenderer();
  await started.registerFont({ name: "Inter", data: await readFile(font) });
  return started;
}

function layout({ name, mark, title, lines, strip, foot, colour }: Picture): Node {
  const { fontSize, lines: titleLines } =
    TITLES.find(({ above }) => title.length > above) ?? TITLES[2];
  const lineHeight = 1.15;
  const markSize = fontSize * lineHeight;
  return box(
    {
      flexDirection: "column",
      width: "100%",
      height: "100%",
      padding: `${PADDING - 16}px ${PADDING}px ${PADDING}px`,
      borderTop: `16px solid ${colour}`,
      backgroundColor: tokenColour("card"),
      color: tokenColour("ink"),
      fontFamily: "Inter",
    },
    text(name, { fontSize: 36, fontWeight: 600, ...clamped(1) }),
    box(
      { flexGrow: 1, flexDirection: "column", justifyContent: "center", gap: 20 },
      box(
        { gap: 28 },
        {
          type: "image",
          src: mark,
          style: { flexShrink: 0, width: markSize, height: markSize },
        },
        text(title, { fontSize, fontWeight: 600, lineHeight, ...clamped(titleLines) }),
      ),
      ...lines.map((line) =>
        text(line, { fontSize: 36, lineHeight: 1.3, color: tokenColour("quiet"), ...clamped(3) }),
      ),
    ),
    ...(strip === undefined
      ? []
      : [{ type: "image", src: strip, style: { width: "100%", marginBottom: 28 } } as const]),
    box(
      { justifyContent: "space-between", gap: 28, fontSize: 30, color: tokenColour("quiet") },
      ...foot.map((part) => text(part, clamped(1))),
    ),
  );
}

type Style = NonNullable<Node["style"]>;

function box(style: Style, ...children: Node[]): Node {
  return { type: "container", style: { display: "flex", ...style }, children };
}

function text(content: string, style: Style): Node {
  return { type: "text", text: content, style };
}

/** Ends a text that is longer than so many lines with an ellipsis. */
function clamped(lines: number): Style {
  return { lineClamp: lines, overflow: "hidden", textOverflow: "ellipsis" };
}
