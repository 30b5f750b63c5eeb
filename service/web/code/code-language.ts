/** The languages that examples can be shown in. */
export type CodeLanguage = "curl" | "javascript" | "python";

export interface CodeBlock {
  /** What the fence names: bash, javascript, python, json, text. */
  readonly language: string;
  readonly code: string;
}
