import { statementsOf, type SyntaxNode } from "./syntax-tree.ts";

/** A constant of a module, not of a function in it. */
export interface ModuleConstant {
  readonly name: string;
  /** Whether it is a number, a text, a pattern, or a list or table of these alone. */
  readonly isPlain: boolean;
  /** Whether it is but another name for something that stands elsewhere. */
  readonly isName: boolean;
  /** Its value as it is written, without line breaks and without the marks that group digits. */
  readonly value: string;
}

/** Returns what a file declares by `const` outside of functions. */
export function moduleConstants(file: string, text: string): ModuleConstant[] {
  return statementsOf(file, text)
    .map((statement) =>
      statement.type === "ExportNamedDeclaration" && statement["declaration"] !== null
        ? (statement["declaration"] as SyntaxNode)
        : statement,
    )
    .filter(({ type, kind }) => type === "VariableDeclaration" && kind === "const")
    .flatMap(({ declarations }) => declarations as readonly SyntaxNode[])
    .flatMap(({ id, init }) => {
      const { type, name } = id as SyntaxNode;
      if (type !== "Identifier" || init === null) return [];
      const value = init as SyntaxNode;
      const written = text.slice(value["start"] as number, value["end"] as number);
      return [
        {
          name: name as string,
          isPlain: isPlain(value),
          isName: NAMES.has(value.type),
          value: written.replaceAll(/\s+/g, " ").replaceAll(/(?<=\d)_(?=\d)/g, ""),
        },
      ];
    });
}

/** Values that only name others. */
const NAMES = new Set(["Identifier", "MemberExpression"]);
/** What stands around a value and adds types alone. */
const TYPED = new Set(["TSAsExpression", "TSSatisfiesExpression", "ParenthesizedExpression"]);
/** Constants of other modules, which are plain where they are named like this. */
const CAPITALS = /^[A-Z][A-Z0-9_]*$/;
const COLLECTIONS = new Set(["Set", "Map", "RegExp"]);

function isPlain(node: SyntaxNode): boolean {
  const all = (nodes: unknown) =>
    (nodes as readonly SyntaxNode[]).length > 0 && (nodes as readonly SyntaxNode[]).every(isPlain);
  const { type } = node;
  if (TYPED.has(type)) return isPlain(node["expression"] as SyntaxNode);
  switch (type) {
    case "Literal":
      return true;
    case "Identifier":
      return CAPITALS.test(node["name"] as string);
    case "TemplateLiteral":
      return (node["expressions"] as readonly SyntaxNode[]).every(isPlain);
    case "UnaryExpression":
    case "SpreadElement":
      return isPlain(node["argument"] as SyntaxNode);
    case "BinaryExpression":
      return isPlain(node["left"] as SyntaxNode) && isPlain(node["right"] as SyntaxNode);
    case "MemberExpression":
      return isPlain(node["object"] as SyntaxNode);
    case "ArrayExpression":
      return all(node["elements"]);
    case "ObjectExpression":
      return all(node["properties"]);
    case "Property":
      return node["method"] !== true && isPlain(node["value"] as SyntaxNode);
    case "NewExpression":
      return (
        COLLECTIONS.has((node["callee"] as SyntaxNode)["name"] as string) && all(node["arguments"])
      );
    default:
      return false;
  }
}
