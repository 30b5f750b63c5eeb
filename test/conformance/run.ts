/** Sees whether a running service keeps the interface: `npm run conformance -- BASE_URL --key sk_…`. */

import { parseArgs } from "node:util";
import { isConform, outcomeLine, summary } from "./report.ts";
import { runRows, type Outcome } from "./runner.ts";
import { TABLE } from "./table.ts";

const USAGE = `usage: npm run conformance -- BASE_URL --key sk_… [--only TEXT]

Makes the requests of every row of the table against the service at BASE_URL, with a key of an account
that has the default limits, room for 50 saved voices and 500 pronunciations, and nothing else to do.
--only runs the rows whose line contains TEXT.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: "string" }, only: { type: "string", default: "" } },
});
const [url] = positionals;

if (url === undefined || values.key === undefined || !URL.canParse(url)) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await report(url, values.key, values.only);
}

async function report(baseUrl: string, key: string, only: string): Promise<number> {
  const rows = TABLE.filter(({ part, title }) => `${part} · ${title}`.includes(only));
  const outcomes: Outcome[] = [];
  for await (const outcome of runRows(rows, { url: baseUrl, key, faults: new Map() })) {
    process.stdout.write(`${outcomeLine(outcome)}\n`);
    outcomes.push(outcome);
  }
  process.stdout.write(`\n${summary(outcomes)}\n`);
  return isConform(outcomes) ? 0 : 1;
}
