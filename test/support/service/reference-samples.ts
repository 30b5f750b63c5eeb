import { operationToHar } from "@scalar/blocks/code-example";
import type { HarRequest } from "@scalar/types/snippetz";
import type { OpenApiDocument, Operation } from "#service/web/reference/frame/open-api.ts";
import { getSnippet } from "#service/web/reference/renderer/code-sample.ts";
import type { CopiedCode } from "./docs-pages.ts";

/** What the renderer asks for a request with; its declaration names a file that is not there. */
interface RequestedRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly server: { readonly url: string } | undefined;
  readonly securitySchemes: readonly object[];
  readonly defaultDisabledParameters: boolean;
}
const requestOf = operationToHar as (requested: RequestedRequest) => HarRequest;

/** The code of an operation, which may be one of another vendor's API. */
export interface ReferenceSample extends CopiedCode {
  readonly isVendors: boolean;
}

const VENDORS = /^(?:deepgram|elevenlabs)/;

/** The reference's choices of code, by the fences of their languages. */
const CLIENTS = {
  bash: ["shell", "curl"],
  javascript: ["js", "fetch"],
  python: ["python", "requests"],
} as const;

/** Returns the code that the reference shows of each operation, in each language, to a reader who has entered a key. */
export async function referenceSamples(
  serviceUrl: string,
  key: string,
): Promise<readonly ReferenceSample[]> {
  const answer = await fetch(new URL("/docs/reference/http-en.json", serviceUrl));
  const { servers, paths } = (await answer.json()) as OpenApiDocument;
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).flatMap(([method, operation]) => {
      const isVendors = VENDORS.test(operation.operationId);
      const isOpen = operation.security.length === 0;
      const request = requestOf({
        operation,
        method,
        path,
        server: servers[0],
        securitySchemes: isOpen ? [] : [bearer(key)],
        defaultDisabledParameters: true,
      });
      return Object.entries(CLIENTS).map(([language, [target, client]]) => {
        const [error, code] = getSnippet(target, client, request, operation);
        if (error !== null) throw error;
        return { language, code, isVendors };
      });
    }),
  );
}

const bearer = (key: string) =>
  ({ type: "http", scheme: "bearer", "x-scalar-secret-token": key }) as const;
