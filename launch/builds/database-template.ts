import { makeTemplate } from "../../database/embedded-template.ts";

try {
  await makeTemplate();
} catch (error) {
  // Not an error: databases can be made without the template, only more slowly.
  process.stderr.write(`no template of a database could be kept: ${String(error)}\n`);
}
