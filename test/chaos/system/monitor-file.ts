import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { isMap, isScalar, parseDocument, visit } from "yaml";
import { projectRoot } from "../../support/program.ts";

/** The shortest that a file may ask for, so that a fault is published in seconds; both attempts have to fit in. */
const CHEAP = { period_seconds: 10, timeout_seconds: 3.5, slow_after_seconds: 3 };
/** Those that speak or hear take a while; what failed in two slots has to pass in two before a minute is over. */
const SLOW = { period_seconds: 17, timeout_seconds: 7.4 };
/** A stream takes as long as its clip; both attempts have to fit in. */
const SHORT_CLIP = { clip: "fixtures/audio/order.wav", text: "fixtures/audio/order.txt" };
/** Those that sign in or begin a session may be asked so often only. */
const SELDOM = { period_seconds: 60, timeout_seconds: 25 };

/** Writes the shipped monitor.yaml with shorter periods into a folder, and returns the file. */
export async function writeMonitorFile(folder: string): Promise<string> {
  const document = parseDocument(await readFile(path.join(projectRoot, "monitor.yaml"), "utf8"));
  visit(document, {
    Map(_key, node) {
      const kind = node.get("kind");
      if (kind === undefined) return;
      const isSeldom = kind === "sign-in" || kind === "session";
      const periods = isSeldom ? SELDOM : node.has("period_seconds") ? SLOW : CHEAP;
      const changes = { ...periods, ...(kind === "stream" && SHORT_CLIP) };
      for (const [name, value] of Object.entries(changes)) node.set(name, value);
    },
    Pair(_key, { key, value }) {
      // Files are named from where the monitor file lies.
      if (!isScalar(key) || !isScalar(value) || isMap(value)) return;
      if (typeof value.value === "string" && /^(fixtures|web-kit)\//.test(value.value)) {
        value.value = path.join(projectRoot, value.value);
      }
    },
  });
  const file = path.join(folder, "monitor.yaml");
  await writeFile(file, String(document));
  return file;
}
