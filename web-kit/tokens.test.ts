import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { contrast } from "./colour/contrast.ts";

const css = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");
const [light = "", dark = ""] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, body]) => body);
const statuses = ["operational", "degraded", "partial", "major", "maintenance", "unknown"];

/** The colours that a theme sets, as `#rrggbb` by name. */
function coloursOf(body: string): (name: string) => string {
  const colours = new Map(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
  return (name) => {
    const value = colours.get(name);
    if (value === undefined) throw new Error(`no colour --${name}`);
    return value;
  };
}

describe.each([
  { theme: "light", colour: coloursOf(light) },
  { theme: "dark", colour: coloursOf(dark) },
])("in the $theme theme", ({ colour }) => {
  test.each(["ink", "quiet", ...statuses.map((status) => `${status}-text`)])(
    "%s can be read",
    (text) => {
      for (const ground of ["page", "card"]) {
        expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  test.each(statuses)("the marks and bars of %s can be seen", (status) => {
    for (const ground of ["page", "card", "on-mark"]) {
      expect(contrast(colour(status), colour(ground))).toBeGreaterThanOrEqual(3);
    }
  });

  test.each([1, 2, 3, 4])("the lines of a chart's series %i can be seen", (number) => {
    for (const ground of ["page", "card"]) {
      expect(contrast(colour(`chart-${number}`), colour(ground))).toBeGreaterThanOrEqual(3);
    }
  });

  test.each(["accent", "problem"])("%s can be read, also on code", (text) => {
    for (const ground of ["page", "card", "code"]) {
      expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test("words on buttons can be read", () => {
    expect(contrast(colour("on-accent"), colour("accent"))).toBeGreaterThanOrEqual(4.5);
  });

  test("the focus ring can be seen", () => {
    for (const ground of ["page", "card"]) {
      expect(contrast(colour("focus"), colour(ground))).toBeGreaterThanOrEqual(3);
    }
  });
});
