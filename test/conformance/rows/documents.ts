import { codeOf, type DocumentedErrorName } from "../interface/documented-errors.ts";
import { DOCUMENTED_ERRORS } from "../interface/documented-errors.ts";
import { matches, same, that } from "../mismatch.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Json } from "../service-client.ts";
import {
  PRONUNCIATIONS,
  REALTIME,
  SPEECH,
  SPEECH_SOCKET,
  STREAM,
  succeeded,
  TRANSCRIPTIONS,
  VOICES,
} from "./asking.ts";

const OPEN_API = "/v1/openapi.json";
const ASYNC_API = "/v1/asyncapi.json";

/** Part 4, over HTTP. */
const DOCUMENTED: readonly (readonly [path: string, method: string])[] = [
  [TRANSCRIPTIONS, "post"],
  [SPEECH, "post"],
  [VOICES, "post"],
  [`${VOICES}/{id}`, "get"],
  [`${VOICES}/{id}`, "patch"],
  [`${VOICES}/{id}`, "delete"],
  [PRONUNCIATIONS, "post"],
  [`${PRONUNCIATIONS}/{id}`, "get"],
  [`${PRONUNCIATIONS}/{id}`, "patch"],
  [`${PRONUNCIATIONS}/{id}`, "delete"],
  ["/health/synth", "get"],
];

async function document({ client }: RowContext, path: string): Promise<Json> {
  const answer = succeeded(await client.ask(path, { credential: null }), 200);
  matches("content-type", answer.headers["content-type"], /^application\/json\b/);
  same("readable from anywhere", answer.headers["access-control-allow-origin"], "*");
  return answer.json;
}

function served(path: string, says: string, check: (document: Json) => void): Row {
  return works("endpoints", `GET ${path}: ${says}`, async (context) =>
    check(await document(context, path)),
  );
}

/** Each code that the service has, as the document has them. */
function namesEveryCode(document: Json): void {
  const shown = JSON.stringify(document);
  const codes = (Object.keys(DOCUMENTED_ERRORS) as DocumentedErrorName[]).map(codeOf);
  const absent = codes.filter((code) => !shown.includes(`"${code}"`));
  same("codes that are absent", absent, []);
}

/** The documents that describe the service. */
export const DOCUMENTS: readonly Row[] = [
  served(OPEN_API, "OpenAPI 3.1, without a credential", ({ openapi, servers }) => {
    matches("openapi", openapi, /^3\.1\./);
    that("servers", URL.canParse(addressOf(servers)), "a URL", servers);
  }),
  ...DOCUMENTED.map(([path, method]) =>
    served(OPEN_API, `describes ${method.toUpperCase()} ${path}`, ({ paths }) => {
      const operation = (paths as Readonly<Record<string, Json>>)[path]?.[method];
      that("operation", operation !== undefined, "to be there", Object.keys(paths as object));
    }),
  ),
  served(OPEN_API, "names every error code", namesEveryCode),
  served(ASYNC_API, "AsyncAPI 3, without a credential", ({ asyncapi }) =>
    matches("asyncapi", asyncapi, /^3\./),
  ),
  ...[STREAM, REALTIME, SPEECH_SOCKET].map((path) =>
    served(ASYNC_API, `describes the socket ${path}`, ({ channels }) => {
      const addresses = Object.values(channels as Readonly<Record<string, Json>>).map(
        ({ address }) => address,
      );
      that("addresses", addresses.includes(path), path, addresses);
    }),
  ),
  served(ASYNC_API, "names every error code", namesEveryCode),
];

function addressOf(servers: unknown): string {
  const [server] = Array.isArray(servers) ? (servers as readonly Json[]) : [];
  return String(server?.["url"]);
}
