import type { CodeBlock } from "../../code/code-language.ts";
import { EXAMPLES, type Example } from "../documents/examples.ts";
import type { Endpoint } from "../documents/open-api.ts";

type Call = Pick<Endpoint, "method" | "path" | "security"> & {
  readonly baseUrl: string;
  readonly example: Example;
};

/** The example of an endpoint for curl, JavaScript and Python; all of them read the key from API_KEY. */
export function samplesOf(endpoint: Endpoint, baseUrl: string): readonly CodeBlock[] {
  const call: Call = { ...endpoint, baseUrl, example: EXAMPLES[endpoint.operationId] ?? {} };
  return [
    { language: "bash", code: curlSample(call) },
    { language: "javascript", code: javaScriptSample(call) },
    { language: "python", code: pythonSample(call) },
  ];
}

function curlSample(call: Call): string {
  const { method, example } = call;
  const { json, form = {}, output } = example;
  const address = addressOf(call, (name) => `$${name}`);
  const sendsBody = json !== undefined || Object.keys(form).length > 0;
  const parts = [
    `curl ${method === "GET" || (method === "POST" && sendsBody) ? "" : `-X ${method} `}"${address}"`,
    ...(needsKey(call) ? [`-H "Authorization: Bearer $API_KEY"`] : []),
    ...(json === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d '${JSON.stringify(json)}'`]),
    ...Object.entries(form).map(([name, value]) => `-F "${name}=${value}"`),
    ...(output === undefined ? [] : [`-o ${output}`]),
  ];
  return parts.join(" \\\n  ");
}

function javaScriptSample(call: Call): string {
  const { method, example } = call;
  const { json, form, output } = example;
  const address = addressOf(call, (name) => `\${process.env.${name}}`);
  const quote = address.includes("${") ? "`" : '"';
  const headers = [
    ...(needsKey(call) ? ["Authorization: `Bearer ${process.env.API_KEY}`"] : []),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(json === undefined ? [] : [`body: JSON.stringify(${javaScriptLiteral(json)})`]),
    ...(form === undefined ? [] : ["body: form"]),
  ];
  const init = options.length === 0 ? "" : `, {\n${options.map((one) => `  ${one},\n`).join("")}}`;
  const files = form === undefined ? [] : Object.values(form).filter(isFile);
  return [
    ...(files.length > 0 ? ['import { openAsBlob } from "node:fs";'] : []),
    ...(output === undefined ? [] : ['import { writeFile } from "node:fs/promises";']),
    ...(files.length > 0 || output !== undefined ? [""] : []),
    ...(form === undefined ? [] : javaScriptForm(form)),
    `const answer = await fetch(${quote}${address}${quote}${init});`,
    "if (!answer.ok) throw new Error(await answer.text());",
    output === undefined
      ? `console.log(await answer.${isText(call) ? "text" : "json"}());`
      : `await writeFile("${output}", Buffer.from(await answer.arrayBuffer()));`,
  ].join("\n");
}

function javaScriptForm(form: Readonly<Record<string, string>>): readonly string[] {
  return [
    "const form = new FormData();",
    ...Object.entries(form).map(([name, value]) =>
      isFile(value)
        ? `form.append("${name}", await openAsBlob("${value.slice(1)}"), "${value.slice(1)}");`
        : `form.append("${name}", "${value}");`,
    ),
    "",
  ];
}

/** JSON as it is written in JavaScript: names without quotes, one line where it fits. */
function javaScriptLiteral(json: unknown): string {
  return JSON.stringify(json, undefined, 2)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/"(\w+)":/g, "$1:");
}

function pythonSample(call: Call): string {
  const { method, example } = call;
  const { json, form, query, output } = example;
  const address = addressOf(
    { ...call, example: { ...example, query: {} } },
    (name) => `{os.environ['${name}']}`,
  );
  const fields = Object.entries(form ?? {}).filter(([, value]) => !isFile(value));
  const files = Object.entries(form ?? {}).filter(([, value]) => isFile(value));
  const usesEnvironment = needsKey(call) || address.includes("os.environ");
  const parts = [
    `${address.includes("os.environ") ? "f" : ""}"${address}"`,
    ...(needsKey(call) ? [`headers={"Authorization": f"Bearer {os.environ['API_KEY']}"}`] : []),
    ...(query === undefined ? [] : [`params=${pythonLiteral(query)}`]),
    ...(json === undefined ? [] : [`json=${pythonLiteral(json)}`]),
    ...(fields.length === 0 ? [] : [`data=${pythonLiteral(Object.fromEntries(fields))}`]),
    ...(files.length === 0
      ? []
      : [
          `files={${files.map(([name, value]) => `"${name}": open("${value.slice(1)}", "rb")`).join(", ")}}`,
        ]),
  ];
  return [
    ...(usesEnvironment ? ["import os"] : []),
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(\n${parts.map((part) => `    ${part},\n`).join("")})`,
    "answer.raise_for_status()",
    ...(output === undefined
      ? [`print(answer.${isText(call) ? "text" : "json()"})`]
      : [`with open("${output}", "wb") as file:`, "    file.write(answer.content)"]),
  ].join("\n");
}

function pythonLiteral(json: unknown): string {
  return JSON.stringify(json, undefined, 1)
    .replaceAll(/\n\s*/g, " ")
    .replaceAll(/([{[]) /g, "$1")
    .replaceAll(/ ([}\]])/g, "$1");
}

/** The address with its placeholders filled in, by what stands for a variable of the environment. */
function addressOf(call: Call, variable: (name: string) => string): string {
  const { baseUrl, path, example } = call;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = example.path?.[name] ?? name;
    return value.startsWith("$") ? variable(value.slice(1)) : value;
  });
  const query = new URLSearchParams(example.query).toString();
  return `${baseUrl}${filled}${query === "" ? "" : `?${query}`}`;
}

const isFile = (value: string) => value.startsWith("@");
const needsKey = ({ security }: Call) => security.length > 0;
const isText = ({ path }: Call) => path === "/metrics";
