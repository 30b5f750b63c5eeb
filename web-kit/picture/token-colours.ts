import { readFileSync } from "node:fs";
import path from "node:path";

const css = readFileSync(path.join(import.meta.dirname, "../tokens.css"), "utf8");
const [, light = ""] = /:root \{([^}]*)\}/.exec(css) ?? [];
const colours = new Map(
  [...light.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, colour]) => [name, colour]),
);

/** Returns a colour of the light theme by its name in tokens.css, like `#16191d`; throws where there is none. */
export function tokenColour(name: string): string {
  const colour = colours.get(name);
  if (colour === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return colour;
}
