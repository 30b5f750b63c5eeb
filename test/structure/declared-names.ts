import { statementsOf, type SyntaxNode } from "./syntax-tree.ts";

/** Declarations whose `id` or `key` is a name that the file chose. */
const DECLARATIONS = new Set([
  "VariableDeclarator",
  "FunctionDeclaration",
  "ClassDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "PropertyDefinition",
  "MethodDefinition",
  "TSPropertySignature",
  "TSMethodSignature",
]);

/** Returns the names that a file declares, of members and parameters too; columns and fields in snake_case are others'. */
export function declaredNames(file: string, text: string): string[] {
  return statementsOf(file, text)
    .flatMap(namesBelow)
    .filter((name) => !/[a-z]_/.test(name));
}

function namesBelow(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesBelow);
  if (typeof value !== "object" || value === null) return [];
  const node = value as SyntaxNode;
  const names = DECLARATIONS.has(node.type) ? [node["id"] ?? node["key"]] : [];
  const parameters = Array.isArray(node["params"]) ? node["params"] : [];
  return [
    ...[...names, ...parameters].flatMap((name) => nameOf(name as SyntaxNode)),
    ...Object.values(node).flatMap(namesBelow),
  ];
}

function nameOf({ type, name }: SyntaxNode): string[] {
  return type.endsWith("Identifier") ? [name as string] : [];
}

/** Returns the words of a name in lower case: "maxOpenRuns" and "MAX_OPEN_RUNS" give "max", "open", "runs". */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .split("_")
    .map((word) => word.toLowerCase());
}
