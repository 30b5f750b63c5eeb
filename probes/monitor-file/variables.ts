import { type Document, isScalar, visit } from "yaml";
import { MonitorFileError, type VariableValues } from "./located-document.ts";

/** Values for `${NAME}` in the file. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The names of the variables in the text of a file, those in comments included. */
export function variableNamesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\$\{([^}:]+)/g)].flatMap(([, name]) => name ?? []));
}

/**
 * Replaces `${NAME}`, and `${NAME:-standard}` where NAME is unset or empty; `$${` stands for `${`. Returns what stands in
 * place of a value where a number or a switch is asked for, or a text: the other of the two. By itself what is in quotes is a
 * text, and what is not is what YAML takes it for.
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
      const text = node.value.replace(/\$?\$\{([^}]*)\}/g, (written, inside: string) => {
        if (written.startsWith("$$")) return written.slice(1);
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

/** What YAML takes `text` for where it stands without quotes: a number, true or false, or the text. */
function plainValueOf(yaml: Document, text: string): string | number | boolean {
  const tag = yaml.schema.tags.find(
    (one) => !one.collection && one.default === true && one.test?.test(text),
  );
  if (tag === undefined || tag.collection) return text;
  const found: unknown = tag.resolve(text, () => {}, { intAsBigInt: false });
  const value = isScalar(found) ? found.value : found;
  return typeof value === "number" || typeof value === "boolean" ? value : text;
}
