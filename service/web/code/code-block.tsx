import type { CodeLanguage } from "./code-language.ts";
import type { CodeBlock } from "./code-language.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { highlighted } from "./highlight.ts";
import { ALL_TEXTS } from "../texts/all-texts.ts";

/** What a fence's language is called in the choice of languages. */
const CHOICES: Readonly<Record<string, CodeLanguage>> = {
  bash: "curl",
  javascript: "javascript",
  python: "python",
};
const LABELS: Readonly<Record<CodeLanguage, string>> = {
  curl: "curl",
  javascript: "JavaScript",
  python: "Python",
};

/** One block of code; the script puts a button to copy it into its slot. */
export function Code({ language, code }: CodeBlock) {
  return (
    <div class="code" data-language={language}>
      <pre tabIndex={0}>
        {/* The highlighter escapes what it is given. */}
        <code lang="en" dangerouslySetInnerHTML={{ __html: highlighted(code, language) }} />
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

/** The same in several languages, one of which is shown; which one is a choice that needs no script. */
export function Samples({ blocks, name, chosen, language }: SamplesProps) {
  const choices = blocks.map((block) => CHOICES[block.language] ?? "curl");
  const shown = choices.includes(chosen) ? chosen : choices[0];
  return (
    <div class="samples">
      <fieldset>
        <legend class="hidden">{ALL_TEXTS.code[language].exampleLanguage}</legend>
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name={name} value={choice} checked={choice === shown} />
            <span>{LABELS[choice]}</span>
          </label>
        ))}
      </fieldset>
      {blocks.map((block) => (
        <Code key={block.language} {...block} />
      ))}
    </div>
  );
}
