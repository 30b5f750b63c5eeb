import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const codeSample = new URL("../service/web/reference/renderer/code-sample.ts", import.meta.url);

/** Replacements in the code of the API reference's renderer, for what our pages do not allow. */
const rewrites = [
  // The content security policy blocks styles set as text, but not styles set through the CSSOM.
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
  // The page already has its one main element.
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
  // Its code samples do not run when copied: forms have no files and no boundary, and responses are not read.
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
  // The only word that it does not translate from English.
  {
    file: "@scalar/api-reference/dist/components/ApiReference.vue.script.js",
    pattern: /createTextVNode\(" Document "/,
    replacement: 'createTextVNode(""',
  },
];

/** Returns a plugin that makes the replacements; fails if another version of the renderer has no match. */
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
