import { snippetz } from "@scalar/snippetz";
import type { ClientId, HarRequest, TargetId } from "@scalar/types/snippetz";
import type { Operation, SampleFiles } from "../frame/open-api.ts";

type Completion = (code: string, files: SampleFiles) => string;

/** Functions, by client, that add what the renderer's own samples lack to run as copied. */
const COMPLETIONS: Readonly<Record<string, Completion>> = {
  "shell/curl": (code, { download }) =>
    download === undefined ? code : `${code} \\\n  --output ${download}`,
  "js/fetch": completeJavaScript,
  "python/requests": completePython,
};

/** Writes a request as code; replaces the renderer's function of this name and returns the same kind of result. */
export function getSnippet(
  target: TargetId,
  client: ClientId<TargetId>,
  request: HarRequest,
  { "x-sample-files": files = {} }: Pick<Operation, "x-sample-files">,
): readonly [Error, null] | readonly [null, string] {
  const code = snippetz().print(target, client, withUploads(request, files.uploads ?? {}));
  if (code === undefined) return [new Error(`${target} has no ${client}`), null];
  const complete = COMPLETIONS[`${target}/${client}`];
  return [null, complete === undefined ? code : complete(code, files)];
}

/** Adds the files to a form, and removes its content type: the client writes it, because it contains the multipart boundary. */
function withUploads(request: HarRequest, uploads: Readonly<Record<string, string>>): HarRequest {
  const { postData, headers } = request;
  if (postData?.mimeType !== "multipart/form-data") return request;
  const added = Object.entries(uploads).map(([name, fileName]) => ({ name, fileName }));
  return {
    ...request,
    headers: headers.filter(({ name }) => name.toLowerCase() !== "content-type"),
    postData: { mimeType: postData.mimeType, params: [...(postData.params ?? []), ...added] },
  };
}

function completeJavaScript(code: string, { uploads = {}, download }: SampleFiles): string {
  const reads = Object.values(uploads).some((name) => code.includes(`new Blob([]), '${name}'`));
  const functions = [
    ...(reads ? ["readFile"] : []),
    ...(download === undefined ? [] : ["writeFile"]),
  ];
  const imports =
    functions.length === 0 ? "" : `import { ${functions.join(", ")} } from 'node:fs/promises'\n\n`;
  const request = code
    .replaceAll(/new Blob\(\[\]\), ('[^']+')/g, "new Blob([await readFile($1)]), $1")
    .replace(/^fetch\(/m, "const response = await fetch(");
  const result =
    download === undefined
      ? "console.log(await response.text())"
      : `await writeFile('${download}', Buffer.from(await response.arrayBuffer()))`;
  return `${imports}${request}\nif (!response.ok) throw new Error(await response.text())\n${result}`;
}

function completePython(code: string, { download }: SampleFiles): string {
  const result =
    download === undefined
      ? "print(response.text)"
      : `open("${download}", "wb").write(response.content)`;
  return `import requests\n\nresponse = ${code}\nresponse.raise_for_status()\n${result}`;
}
