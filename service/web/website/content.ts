import type { CodeLanguage } from "../code/code-block.tsx";

/** What the website is made from. */
export interface WebsiteContent {
  readonly page: "website";
  /** How many built-in voices each synthesis model has, the default model first. */
  readonly voiceCounts: readonly { readonly model: string; readonly count: number }[];
  /** The language of the examples that the reader chose last. */
  readonly codeLanguage: CodeLanguage;
}
