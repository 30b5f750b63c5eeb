import { openStatusDatabase } from "#migrations/status/open-status-database.ts";

// A program for tests: opens the status database in the directory of its argument and keeps it open.
await openStatusDatabase({ dataDirectory: process.argv[2] ?? "" });
process.stdout.write("open\n");
setInterval(() => {}, 60_000);
