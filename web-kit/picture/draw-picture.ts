import type { Node } from "@takumi-rs/core";
import type { Language } from "../language/languages.ts";
import { PICTURE_SIZE } from "./picture-size.ts";
import { renderPng } from "./render-png.ts";
import { tokenColour } from "./token-colours.ts";

/** The content of a page's picture in link previews. */
export interface Picture {
  /** The name of the page's owner; undefined where the logo contains it. */
  readonly name: string | undefined;
  /** Stands before the name. */
  readonly logo?: PictureLogo | undefined;
  /** The page's accent colour: for its name, and for the lower edge. */
  readonly accent?: string | undefined;
  /** An SVG before the title, as high as one of its lines. */
  readonly mark: string;
  readonly title: string;
  /** Text lines below the title. */
  readonly lines: readonly string[];
  /** An SVG over the full width of the content. */
  readonly strip?: string;
  /** Texts at the bottom, on the left and on the right. */
  readonly foot: readonly string[];
  /** The colour of the picture's upper edge. */
  readonly colour: string;
}

/** A logo, and its original size, from which its aspect ratio is known. */
export interface PictureLogo {
  /** A data URL. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

const PADDING = 72;
const LOGO_HEIGHT = 52;
const ACCENT_HEIGHT = 12;

/** The width available for the content of a picture. */
export const PICTURE_INNER_WIDTH = PICTURE_SIZE.width - 2 * PADDING;

/** Font sizes and lines of titles, for titles with more than `above` characters. */
const TITLES = [
  { above: 80, fontSize: 46, lines: 3 },
  { above: 32, fontSize: 56, lines: 2 },
  { above: 0, fontSize: 72, lines: 2 },
] as const;

/** Draws a picture as PNG. */
export function drawPicture(picture: Picture, language: Language): Promise<Buffer> {
  return renderPng(layout(picture), { ...PICTURE_SIZE, lang: language });
}

function layout({ mark, title, lines, strip, foot, colour, ...owner }: Picture): Node {
  const { fontSize, lines: titleLines } =
    TITLES.find(({ above }) => title.length > above) ?? TITLES[2];
  const lineHeight = 1.15;
  const markSize = fontSize * lineHeight;
  return box(
    {
      flexDirection: "column",
      width: "100%",
      height: "100%",
      padding: `${PADDING - 16}px ${PADDING}px ${PADDING - ACCENT_HEIGHT}px`,
      borderTop: `16px solid ${colour}`,
      borderBottom: `${ACCENT_HEIGHT}px solid ${owner.accent ?? tokenColour("card")}`,
      backgroundColor: tokenColour("card"),
      color: tokenColour("ink"),
      fontFamily: "Inter",
    },
    ownerOf(owner),
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

/** Shows the page's owner: logo, and name in the accent colour. */
function ownerOf({ name, logo, accent }: Pick<Picture, "name" | "logo" | "accent">): Node {
  const colour = accent ?? tokenColour("ink");
  return box(
    { alignItems: "center", gap: 20 },
    ...(logo === undefined ? [] : [logoImage(logo)]),
    ...(name === undefined
      ? []
      : [text(name, { fontSize: 36, fontWeight: 600, color: colour, ...clamped(1) })]),
  );
}

function logoImage({ src, width, height }: PictureLogo): Node {
  const shownWidth = Math.min((width / height) * LOGO_HEIGHT, PICTURE_INNER_WIDTH / 2);
  const size = { width: shownWidth, height: (shownWidth * height) / width };
  return { type: "image", src, style: { flexShrink: 0, ...size } };
}

type Style = NonNullable<Node["style"]>;

function box(style: Style, ...children: Node[]): Node {
  return { type: "container", style: { display: "flex", ...style }, children };
}

function text(content: string, style: Style): Node {
  return { type: "text", text: content, style };
}

/** Cuts a text to a number of lines, with an ellipsis. */
function clamped(lines: number): Style {
  return { lineClamp: lines, overflow: "hidden", textOverflow: "ellipsis" };
}
