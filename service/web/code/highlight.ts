import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";

const LANGUAGES = { bash, javascript, json, python };
for (const [name, language] of Object.entries(LANGUAGES)) {
  highlighter.registerLanguage(name, language);
}

const seen = new Map<string, string>();

/** Code as HTML whose parts have classes; as it is, escaped, in a language that is not known. */
export function highlighted(code: string, language: string): string {
  if (!(language in LANGUAGES)) return escaped(code);
  const key = `${language} ${code}`;
  const known = seen.get(key);
  if (known !== undefined) return known;
  const html = highlighter.highlight(code, { language }).value;
  seen.set(key, html);
  return html;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
