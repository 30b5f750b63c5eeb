import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { accentStyle, ACCENT_THEMES, readableAccent, DEFAULT_ACCENT } from "./accent.ts";
import { contrast } from "./contrast.ts";

const tokens = readFileSync(path.join(import.meta.dirname, "../tokens.css"), "utf8");
const [light = "", dark = ""] = [...tokens.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body);

describe.each([
  { theme: "light", body: light },
  { theme: "dark", body: dark },
] as const)("an accent in the $theme theme", ({ theme, body }) => {
  const { grounds, onAccent } = ACCENT_THEMES[theme];

  test.each([
    "#ffffff",
    "#000000",
    "#ffe600",
    "#e4002b",
    "#0033a0",
    "#00b894",
    "#7f7f7f",
    "#8a3ffc",
  ])("%s becomes a shade that can be read, and be written on", (colour) => {
    const accent = readableAccent(colour, theme);
    for (const ground of [...grounds, onAccent]) {
      expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("stands on the grounds of the page", () => {
    expect(["page", "card", "code"].map((name) => `--${name}: `)).toEqual(
      grounds.map((ground) => /--[\w-]+: (?=#)/.exec(lineWith(body, ground))?.[0]),
    );
  });
});

test("a colour that can be read stays as it is", () => {
  expect(readableAccent("#0d6e60", "light")).toBe("#0d6e60");
  expect(readableAccent("#4fc9b4", "dark")).toBe("#4fc9b4");
});

test("one that cannot keeps its hue", () => {
  expect(readableAccent("#ff0000", "light")).toMatch(/^#[b-f][0-9a-f]0000$/);
});

test("the usual accent is that of the light theme", () => {
  expect(light).toContain(`--accent: ${DEFAULT_ACCENT};`);
});

test("an accent's style has a colour for each theme", () => {
  expect(accentStyle("#0d6e60")).toMatch(
    /^:root\{--accent:#0d6e60;--on-accent:#ffffff\}@media screen and \(prefers-color-scheme:dark\)\{:root\{--accent:#[0-9a-f]{6};--on-accent:#0e1114\}\}/,
  );
});

function lineWith(body: string, text: string): string {
  return (
    body.split("\n").find((line) => /--(?:page|card|code):/.test(line) && line.includes(text)) ?? ""
  );
}
