import { parseSync } from "vite";

/** A node of a parsed file; its fields depend on its type. */
export interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Returns the statements of a file; throws if it cannot be parsed. */
export function statementsOf(file: string, text: string): readonly SyntaxNode[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  return program.body as unknown as readonly SyntaxNode[];
}
