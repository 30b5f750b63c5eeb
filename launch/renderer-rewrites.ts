import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const codeSample = new URL("../service/web/reference/renderer/code-sample.ts", import.meta.url);

/** What the renderer of the reference does that our pages do not allow, and what is done instead. */
const rewrites = [
  // Styles as text are refused by the content security policy; the same through the CSSOM are not.
  {
    file: "@scalar/code-highlight/dist/chunks/code.js",
    pattern: /node\.properties\.style = /,
    replacement: "node.properties.dataLines = ",
  },
  {
    file: "@scalar/themes/dist/index.js",
    pattern: /(\w+)\.setAttribute\("style", ("[^"]*")\)/g,
    replacement: "$1.style.cssText = $2",
  },
  {
    file: "style-mod/src/style-mod.js",
    pattern: /!root\.head && root\.adoptedStyleSheets/,
    replacement: "root.adoptedStyleSheets",
  },
  // The page has a main part, and has one only.
  {
    file: "@scalar/api-reference/dist/components/ApiReference.vue.script.js",
    pattern: /createElementVNode\("main"/,
    replacement: 'createElementVNode("section"',
  },
  {
    file: "@scalar/api-client/dist/v2/features/modal/Modal.vue.script.js",
    pattern: /createElementBlock\("main"/,
    replacement: 'createElementBlock("div"',
  },
  // Its samples do not run as they are copied: a form without files and boundary, a response that nobody reads.
  {
    file: "@scalar/blocks/dist/code-example/helpers/generate-code-snippet.js",
    pattern: /"\.\/get-snippet\.js"/,
    replacement: JSON.stringify(fileURLToPath(codeSample)),
  },
  {
    file: "@scalar/blocks/dist/code-example/helpers/generate-code-snippet.js",
    pattern: /(operation: (\w+),.*?\] = t\(\w+, \w+, \w+)\)/s,
    replacement: "$1, $2)",
  },
  // The one word that it has in English alone.
  {
    file: "@scalar/api-reference/dist/components/ApiReference.vue.script.js",
    pattern: /createTextVNode\(" Document "/,
    replacement: 'createTextVNode(""',
  },
];

/** Rewrites it; fails where another version of the renderer has nothing to rewrite. */
export function rendererRewrites(): Plugin {
  return {
    name: "renderer-rewrites",
    transform: {
      filter: { id: rewrites.map(({ file }) => `**/${file}`) },
      handler(code, id) {
        const ofFile = rewrites.filter(({ file }) => id.endsWith(`/${file}`));
        const rewritten = ofFile.reduce((before, { file, pattern, replacement }) => {
          const after = before.replace(pattern, replacement);
          if (after === before) throw new Error(`${file} has nothing like ${pattern.source}`);
          return after;
        }, code);
        return { code: rewritten, map: null };
      },
    },
  };
}
