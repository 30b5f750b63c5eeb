import { statementsOf, type SyntaxNode } from "./syntax-tree.ts";

/** Kysely's methods whose first argument names tables. */
const methods =
  /^(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|from|using|\w+Join)$/;

/**
 * Returns which of `tables` a file names in a query: in the first argument of one of kysely's methods, as `outbox as o`
 * too, or anywhere in a text or a call of kysely's `sql`.
 */
export function tablesNamed(file: string, text: string, tables: readonly string[]): string[] {
  if (!tables.some((table) => text.includes(table))) return [];
  const words = new Set<string>();
  for (const node of nodesIn(statementsOf(file, text))) {
    for (const named of queryTexts(node)) {
      for (const [word] of named.matchAll(/\w+/g)) words.add(word);
    }
  }
  return tables.filter((table) => words.has(table));
}

function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as SyntaxNode;
  for (const child of Object.values(value)) yield* nodesIn(child);
}

/** Returns the texts of a node that name tables: none unless it is a call of a query builder or a text of `sql`. */
function queryTexts(node: SyntaxNode): string[] {
  if (node["type"] === "TaggedTemplateExpression" && isSql(node["tag"])) {
    return textsIn((node["quasi"] as SyntaxNode)["quasis"]);
  }
  if (node["type"] !== "CallExpression") return [];
  const callee = node["callee"] as SyntaxNode;
  const [first] = node["arguments"] as unknown[];
  if (callee["type"] !== "MemberExpression" || first === undefined) return [];
  const method = (callee["property"] as SyntaxNode)["name"];
  if (isSql(callee["object"])) return textsIn(first);
  // What follows the name is its alias.
  return typeof method === "string" && methods.test(method)
    ? textsIn(first).map((text) => text.split(" ")[0]!)
    : [];
}

function isSql(node: unknown): boolean {
  return (node as SyntaxNode)["type"] === "Identifier" && (node as SyntaxNode)["name"] === "sql";
}

/** Returns the texts that are written in a node, those of functions in it left out. */
function textsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { type, value: text } = value as SyntaxNode;
  if (type === "ArrowFunctionExpression") return [];
  if (type === "Literal") return typeof text === "string" ? [text] : [];
  if (type === "TemplateElement") return [(text as { readonly raw: string }).raw];
  return Object.values(value).flatMap(textsIn);
}
