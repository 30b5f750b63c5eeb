import type { CodeBlock } from "../../code/code-block.tsx";
import { type Example, EXAMPLES } from "../documents/examples.ts";
import type { Endpoint } from "../documents/open-api.ts";

type Call = Endpoint & { readonly baseUrl: string; readonly example: Example };

/** The example of an endpoint for curl, JavaScript and Python; all of them read the key from API_KEY. */
export function samplesOf(endpoint: Endpoint, baseUrl: string): readonly CodeBlock[] {
  const call = { ...endpoint, baseUrl, example: EXAMPLES[endpoint.operationId] ?? {} };
  return [
    { language: "bash", code: curlSample(call) },
    { language: "javascript", code: javaScriptSample(call) },
    { language: "python", code: pythonSample(call) },
  ];
}

function curlSample(call: Call): string {
  const { method, example } = call;
  const { json, form, output } = example;
  const isImplied = method === "GET" || (method === "POST" && (json ?? form) !== undefined);
  return present(
    `curl ${isImplied ? "" : `-X ${method} `}"${addressOf(call, (name) => `$${name}`)}"`,
    needsKey(call) && `-H "Authorization: Bearer $API_KEY"`,
    json && `-H "Content-Type: application/json"`,
    json && `-d '${JSON.stringify(json)}'`,
    ...Object.entries(form ?? {}).map(([name, value]) => `-F "${name}=${value}"`),
    output && `-o ${output}`,
  ).join(" \\\n  ");
}

function javaScriptSample(call: Call): string {
  const { method, example } = call;
  const { json, form, output } = example;
  const address = addressOf(call, (name) => `\${process.env.${name}}`);
  const quote = address.includes("${") ? "`" : '"';
  const headers = present(
    needsKey(call) && "Authorization: `Bearer ${process.env.API_KEY}`",
    json && '"Content-Type": "application/json"',
  );
  const options = present(
    method !== "GET" && `method: "${method}"`,
    headers.length > 0 && `headers: { ${headers.join(", ")} }`,
    json && `body: JSON.stringify(${javaScriptLiteral(json)})`,
    form && "body: form",
  );
  const init = options.length === 0 ? "" : `, {\n${options.map((one) => `  ${one},\n`).join("")}}`;
  const imports = present(
    Object.values(form ?? {}).some(isFile) && 'import { openAsBlob } from "node:fs";',
    output && 'import { writeFile } from "node:fs/promises";',
  );
  return present(
    ...imports,
    imports.length > 0 && "",
    ...(form === undefined ? [] : javaScriptForm(form)),
    `const answer = await fetch(${quote}${address}${quote}${init});`,
    "if (!answer.ok) throw new Error(await answer.text());",
    output === undefined
      ? `console.log(await answer.${isText(call) ? "text" : "json"}());`
      : `await writeFile("${output}", Buffer.from(await answer.arrayBuffer()));`,
  ).join("\n");
}

function javaScriptForm(form: Readonly<Record<string, string>>): readonly string[] {
  const fields = Object.entries(form).map(([name, value]) => {
    const file = value.slice(1);
    return isFile(value)
      ? `form.append("${name}", await openAsBlob("${file}"), "${file}");`
      : `form.append("${name}", "${value}");`;
  });
  return ["const form = new FormData();", ...fields, ""];
}

/** Writes JSON as JavaScript does: names without quotes, on one line. */
function javaScriptLiteral(json: unknown): string {
  return JSON.stringify(json, undefined, 2)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/"(\w+)":/g, "$1:");
}

function pythonSample(call: Call): string {
  const { method, example } = call;
  const { json, form = {}, query, output } = example;
  const address = addressOf(
    { ...call, example: { ...example, query: {} } },
    (name) => `{os.environ['${name}']}`,
  );
  const [files = [], fields = []] = [true, false].map((areFiles) =>
    Object.entries(form).filter(([, value]) => isFile(value) === areFiles),
  );
  const usesEnvironment = address.includes("os.environ");
  const opened = files.map(([name, value]) => `"${name}": open("${value.slice(1)}", "rb")`);
  const parts = present(
    `${usesEnvironment ? "f" : ""}"${address}"`,
    needsKey(call) && `headers={"Authorization": f"Bearer {os.environ['API_KEY']}"}`,
    query && `params=${pythonLiteral(query)}`,
    json && `json=${pythonLiteral(json)}`,
    fields.length > 0 && `data=${pythonLiteral(Object.fromEntries(fields))}`,
    files.length > 0 && `files={${opened.join(", ")}}`,
  );
  return present(
    (needsKey(call) || usesEnvironment) && "import os",
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(\n${parts.map((part) => `    ${part},\n`).join("")})`,
    "answer.raise_for_status()",
    output === undefined
      ? `print(answer.${isText(call) ? "text" : "json()"})`
      : `with open("${output}", "wb") as file:\n    file.write(answer.content)`,
  ).join("\n");
}

function pythonLiteral(json: unknown): string {
  return JSON.stringify(json, undefined, 1)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/([{[]) /g, "$1")
    .replaceAll(/ ([}\]])/g, "$1");
}

/** The address with its placeholders filled; `variable` writes one that the environment has. */
function addressOf({ baseUrl, path, example }: Call, variable: (name: string) => string): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = example.path?.[name] ?? name;
    return value.startsWith("$") ? variable(value.slice(1)) : value;
  });
  const query = new URLSearchParams(example.query).toString();
  return `${baseUrl}${filled}${query === "" ? "" : `?${query}`}`;
}

/** Leaves out what is not a text. */
function present(...parts: readonly unknown[]): readonly string[] {
  return parts.filter((part) => typeof part === "string");
}

const isFile = (value: string) => value.startsWith("@");
const needsKey = ({ security }: Call) => security.length > 0;
const isText = ({ path }: Call) => path === "/metrics";
