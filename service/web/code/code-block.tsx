import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import text from "highlight.js/lib/languages/plaintext";
import python from "highlight.js/lib/languages/python";
import type { CodeTexts } from "../texts/texts.ts";
import { CopyCode } from "./copy-code.tsx";

for (const [name, language] of Object.entries({ bash, javascript, json, python, text })) {
  highlighter.registerLanguage(name, language);
}

/** The languages that examples can be shown in. */
export type CodeLanguage = "curl" | "javascript" | "python";

export interface CodeBlock {
  /** The language of the code fence: bash, javascript, python, json, text. */
  readonly language: string;
  readonly code: string;
}

/** The languages to choose from, by the language of their code fences. */
const CHOICES: Readonly<Record<string, { value: CodeLanguage; label: string }>> = {
  bash: { value: "curl", label: "curl" },
  javascript: { value: "javascript", label: "JavaScript" },
  python: { value: "python", label: "Python" },
};

/** Returns whether a fence's language is one that readers choose samples by. */
export function isSampleLanguage(fence: string): boolean {
  return fence in CHOICES;
}

/** Has the highlighter prepare its languages, which takes it a tenth of a second at the first code of each. */
export function prepareHighlighting(): void {
  for (const language of highlighter.listLanguages()) highlighter.highlight("", { language });
}

const highlightedCode = new Map<string, string>();

/** Returns code as highlighted HTML; results are cached. */
function highlighted({ language, code }: CodeBlock): string {
  const key = `${language} ${code}`;
  const html = highlightedCode.get(key) ?? highlighter.highlight(code, { language }).value;
  highlightedCode.set(key, html);
  return html;
}

interface CodeProps extends CodeBlock {
  /** Texts of the copy button; undefined where the page's script renders the button into the slot. */
  readonly copying?: CodeTexts | undefined;
}

/** One block of code. */
export function Code({ copying, ...block }: CodeProps) {
  return (
    <div class="code" data-language={block.language}>
      <pre tabIndex={0}>
        {/* The highlighter escapes its input. */}
        <code lang="en" dangerouslySetInnerHTML={{ __html: highlighted(block) }} />
      </pre>
      <div class="copy-slot">
        {copying !== undefined && <CopyCode code={block.code} texts={copying} />}
      </div>
    </div>
  );
}

interface SamplesProps {
  readonly blocks: readonly CodeBlock[];
  /** The name of the radio buttons; unique on the page. */
  readonly name: string;
  readonly chosen: CodeLanguage | undefined;
  readonly texts: CodeTexts;
  /** Whether the samples are rendered in the browser, with their copy buttons. */
  readonly isLive?: boolean;
}

/** Shows an example in one of several languages; switching works without a script. */
export function Samples({ blocks, name, chosen, texts, isLive = false }: SamplesProps) {
  const choices = blocks.flatMap((block) => CHOICES[block.language] ?? []);
  const shown = choices.find(({ value }) => value === chosen) ?? choices[0];
  return (
    <div class="samples">
      <fieldset>
        <legend class="hidden">{texts.exampleLanguage}</legend>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" name={name} value={choice.value} checked={choice === shown} />
            <span>{choice.label}</span>
          </label>
        ))}
      </fieldset>
      {blocks.map((block) => (
        <Code key={block.language} {...block} copying={isLive ? texts : undefined} />
      ))}
    </div>
  );
}
