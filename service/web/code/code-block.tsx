import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import text from "highlight.js/lib/languages/plaintext";
import python from "highlight.js/lib/languages/python";
import { lexer, type Tokens } from "marked";
import type { Language } from "#web-kit/language/languages.ts";
import { ALL_TEXTS } from "../texts/texts.ts";

for (const [name, language] of Object.entries({ bash, javascript, json, python, text })) {
  highlighter.registerLanguage(name, language);
}

/** The languages that examples can be shown in. */
export type CodeLanguage = "curl" | "javascript" | "python";

export interface CodeBlock {
  /** As a fence names it: bash, javascript, python, json, text. */
  readonly language: string;
  readonly code: string;
}

/** The choices of example language by the names of their fences. */
const CHOICES: Readonly<Record<string, { value: CodeLanguage; label: string }>> = {
  bash: { value: "curl", label: "curl" },
  javascript: { value: "javascript", label: "JavaScript" },
  python: { value: "python", label: "Python" },
};

/** Says whether examples are shown in a language of fences, as a choice among others. */
export function isSampleLanguage(fence: string): boolean {
  return fence in CHOICES;
}

/** Returns the fences of a Markdown file. */
export function codeBlocksIn(markdown: string): readonly CodeBlock[] {
  return lexer(markdown)
    .filter((token) => token.type === "code")
    .map(codeBlockOf);
}

export function codeBlockOf(token: Tokens.Generic): CodeBlock {
  const { lang = "text", text: code } = token as Tokens.Code;
  return { language: lang, code };
}

const highlightedCode = new Map<string, string>();

/** Returns code as HTML whose parts have classes. */
function highlighted({ language, code }: CodeBlock): string {
  const key = `${language} ${code}`;
  const html = highlightedCode.get(key) ?? highlighter.highlight(code, { language }).value;
  highlightedCode.set(key, html);
  return html;
}

/** One block of code; the script puts a button to copy it into its slot. */
export function Code(block: CodeBlock) {
  return (
    <div class="code" data-language={block.language}>
      <pre tabIndex={0}>
        {/* The highlighter escapes what it is given. */}
        <code lang="en" dangerouslySetInnerHTML={{ __html: highlighted(block) }} />
      </pre>
      <div class="copy-slot" />
    </div>
  );
}

interface SamplesProps {
  readonly blocks: readonly CodeBlock[];
  /** Names the choice; unique on its page. */
  readonly name: string;
  readonly chosen: CodeLanguage;
  readonly language: Language;
}

/** The same example in several languages, one of which is shown; the choice works without a script. */
export function Samples({ blocks, name, chosen, language }: SamplesProps) {
  const choices = blocks.flatMap((block) => CHOICES[block.language] ?? []);
  const shown = choices.find(({ value }) => value === chosen) ?? choices[0];
  return (
    <div class="samples">
      <fieldset>
        <legend class="hidden">{ALL_TEXTS.code[language].exampleLanguage}</legend>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" name={name} value={choice.value} checked={choice === shown} />
            <span>{choice.label}</span>
          </label>
        ))}
      </fieldset>
      {blocks.map((block) => (
        <Code key={block.language} {...block} />
      ))}
    </div>
  );
}
