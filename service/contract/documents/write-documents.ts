/** Writes docs/openapi.json and docs/asyncapi.json, for a service on this machine. */

import { writeFile } from "node:fs/promises";
import { DEFAULT_PORTS } from "#runtime/default-ports.ts";
import { asyncApiDocument } from "./asyncapi.ts";
import { openApiDocument } from "./openapi.ts";

const BASE_URL = `http://127.0.0.1:${DEFAULT_PORTS.service}`;
const docs = new URL("../../../docs/", import.meta.url);

await writeFile(new URL("openapi.json", docs), openApiDocument(BASE_URL));
await writeFile(new URL("asyncapi.json", docs), asyncApiDocument(BASE_URL));
