import { type Document, isScalar, visit } from "yaml";
import { MonitorFileError, type VariableValues } from "./located-document.ts";

/** Values for `${NAME}` in the file. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Returns the names of the variables in the text of a file, including those in comments. */
export function variableNamesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\$\{([^}:]+)/g)].flatMap(([, name]) => name ?? []));
}

/**
 * Replaces `${NAME}`, and `${NAME:-standard}` where NAME is unset or empty; `$${` stands for `${`. A quoted value becomes a
 * text, and an unquoted one what YAML reads it as. Returns, for values that can be read both as a text and as a number or
 * boolean, the other reading, for use where the schema requires it.
 */
export function replaceVariables(
  yaml: Document,
  variables: Variables,
  lineAt: (offset?: number) => string,
): VariableValues {
  const others = new Map<unknown, string | number | boolean>();
  visit(yaml, {
    Scalar(_key, node) {
      if (typeof node.value !== "string" || !node.value.includes("${")) return;
      const refuse = (what: string) =>
        new MonitorFileError(`${lineAt(node.range?.[0])}: ${what}; $\${ is a $\{ that is none`);
      if (/(?<!\$)\$\{[^}]*$/.test(node.value)) throw refuse("a ${ has no } behind it");
      const text = node.value.replace(/\$\$\{|\$\{([^}]*)\}/g, (written, inside?: string) => {
        if (inside === undefined) return written.slice(1);
        if (inside.includes("${")) throw refuse("a variable stands in another");
        const [name = "", standard] = inside.split(/:-(.*)/s);
        const set = Object.hasOwn(variables, name) ? variables[name] : undefined;
        const value = set || (standard ?? set);
        if (value !== undefined) return value;
        throw new MonitorFileError(`${lineAt(node.range?.[0])}: the variable ${name} is not set`);
      });
      const plain = plainValueOf(yaml, text);
      const isPlain = node.type === "PLAIN";
      node.value = isPlain ? plain : text;
      if (plain !== text) others.set(node, isPlain ? text : plain);
    },
  });
  return others;
}

/** Returns what YAML reads `text` as when it is not quoted: a number, true or false, or the text. */
function plainValueOf(yaml: Document, text: string): string | number | boolean {
  const tag = yaml.schema.tags.find(
    (one) => !one.collection && one.default === true && one.test?.test(text),
  );
  if (tag === undefined || tag.collection) return text;
  const found: unknown = tag.resolve(text, () => {}, { intAsBigInt: false });
  const value = isScalar(found) ? found.value : found;
  return typeof value === "number" || typeof value === "boolean" ? value : text;
}
