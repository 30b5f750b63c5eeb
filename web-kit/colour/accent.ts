import { channelsOf, contrast } from "./contrast.ts";

interface Theme {
  /** Backgrounds of text in the accent colour, as in tokens.css: --page, --card and --code. */
  readonly grounds: readonly string[];
  /** The colour that an unreadable accent is mixed with until it is readable. */
  readonly towards: string;
  /** The colour of text on the accent. */
  readonly onAccent: string;
}

export const ACCENT_THEMES = {
  light: { grounds: ["#f7f8f8", "#ffffff", "#f0f2f3"], towards: "#000000", onAccent: "#ffffff" },
  dark: { grounds: ["#0e1114", "#15191d", "#1b2026"], towards: "#ffffff", onAccent: "#0e1114" },
} as const satisfies Readonly<Record<string, Theme>>;

/** The default accent of the light theme, as in tokens.css. */
export const DEFAULT_ACCENT = "#0d6e60";

/** The minimum contrast for text by WCAG 2.2, 1.4.3. */
const MIN_CONTRAST = 4.5;

const STEPS = 40;

/** Returns the shade nearest to a colour, `#rrggbb`, that is readable in a theme; a readable colour is returned as it is. */
export function readableAccent(colour: string, theme: keyof typeof ACCENT_THEMES): string {
  const { grounds, towards } = ACCENT_THEMES[theme];
  const shades = Array.from({ length: STEPS + 1 }, (_, step) => mix(colour, towards, step / STEPS));
  const isReadable = (shade: string): boolean =>
    grounds.every((ground) => contrast(shade, ground) >= MIN_CONTRAST);
  return shades.find(isReadable) ?? towards;
}

/** Returns a style that gives a page an accent in both themes, and a line in that colour at the top. */
export function accentStyle(colour: string): string {
  const tokens = (theme: keyof typeof ACCENT_THEMES): string =>
    `:root{--accent:${readableAccent(colour, theme)};--on-accent:${ACCENT_THEMES[theme].onAccent}}`;
  return (
    `${tokens("light")}@media screen and (prefers-color-scheme:dark){${tokens("dark")}}` +
    "html{border-top:.25rem solid var(--accent)}"
  );
}

function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, index) =>
    Math.round(channel + ((others[index] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${mixed.join("")}`;
}
