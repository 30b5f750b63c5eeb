import { writeFile } from "node:fs/promises";
import { editorSchema } from "./schema.ts";

// Writes monitor.schema.json: node probes/monitor-file/write-schema.ts
const file = new URL("../../monitor.schema.json", import.meta.url);
await writeFile(file, `${JSON.stringify(editorSchema(), null, 2)}\n`);
