import { makeTemplate } from "../../database/embedded-template.ts";

try {
  await makeTemplate();
} catch (error) {
  // Databases are made without it, and slower.
  process.stderr.write(`no template of a database could be kept: ${String(error)}\n`);
}
