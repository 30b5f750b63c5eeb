import type { Plugin } from "vite";

/** What uPlot 1.6 does while it is loaded, and the same done when it is needed. */
const replacements = [
  [
    "const numFormatter = new Intl.NumberFormat(domEnv ? nav.language : 'en-US');",
    "const numFormatter = { format: (value) => new Intl.NumberFormat(nav.language).format(value) };",
  ],
  [
    "const localTz = new Intl.DateTimeFormat().resolvedOptions().timeZone;",
    "const localTz = { toString: () => new Intl.DateTimeFormat().resolvedOptions().timeZone };",
  ],
] as const;

/**
 * Lets charts be loaded without Intl, whose first use keeps a phone busy for 80 ms; ticks and values are
 * written by web-kit/locale. Throws where a newer uPlot no longer has what is replaced.
 */
export function uplotWithoutIntl(): Plugin {
  return {
    name: "uplot-without-intl",
    transform: {
      filter: { id: /\/uplot\/dist\/uPlot\.esm\.js$/ },
      handler(code) {
        return replacements.reduce((replaced, [eager, lazy]) => {
          if (!replaced.includes(eager)) throw new Error(`uPlot no longer has: ${eager}`);
          return replaced.replace(eager, lazy);
        }, code);
      },
    },
  };
}
