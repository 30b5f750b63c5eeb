import { parseSync } from "vite";

/** A node of a parsed file; its fields depend on its kind. */
interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A constant of a module, not of a function in it. */
export interface ModuleConstant {
  readonly name: string;
  /** Whether it is a number, a text, a pattern, or a list or table of these alone. */
  readonly isPlain: boolean;
}

/** Returns what a file declares by `const` outside of functions. */
export function moduleConstants(file: string, text: string): ModuleConstant[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  const statements = program.body as unknown as readonly Node[];
  return statements
    .map((statement) =>
      statement.type === "ExportNamedDeclaration" && statement["declaration"] !== null
        ? (statement["declaration"] as Node)
        : statement,
    )
    .filter(({ type, kind }) => type === "VariableDeclaration" && kind === "const")
    .flatMap(({ declarations }) => declarations as readonly Node[])
    .flatMap(({ id, init }) => {
      const { type, name } = id as Node;
      if (type !== "Identifier" || init === null) return [];
      return [{ name: name as string, isPlain: isPlain(init as Node) }];
    });
}

/** What stands around a value and adds types alone. */
const TYPED = new Set(["TSAsExpression", "TSSatisfiesExpression", "ParenthesizedExpression"]);
/** Constants of other modules, which are plain where they are named like this. */
const CAPITALS = /^[A-Z][A-Z0-9_]*$/;
const COLLECTIONS = new Set(["Set", "Map", "RegExp"]);

function isPlain(node: Node): boolean {
  const all = (nodes: unknown) =>
    (nodes as readonly Node[]).length > 0 && (nodes as readonly Node[]).every(isPlain);
  const { type } = node;
  if (TYPED.has(type)) return isPlain(node["expression"] as Node);
  switch (type) {
    case "Literal":
      return true;
    case "Identifier":
      return CAPITALS.test(node["name"] as string);
    case "TemplateLiteral":
      return (node["expressions"] as readonly Node[]).every(isPlain);
    case "UnaryExpression":
    case "SpreadElement":
      return isPlain(node["argument"] as Node);
    case "BinaryExpression":
      return isPlain(node["left"] as Node) && isPlain(node["right"] as Node);
    case "MemberExpression":
      return isPlain(node["object"] as Node);
    case "ArrayExpression":
      return all(node["elements"]);
    case "ObjectExpression":
      return all(node["properties"]);
    case "Property":
      return node["method"] !== true && isPlain(node["value"] as Node);
    case "NewExpression":
      return COLLECTIONS.has((node["callee"] as Node)["name"] as string) && all(node["arguments"]);
    default:
      return false;
  }
}
