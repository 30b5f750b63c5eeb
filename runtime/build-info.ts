import { readFileSync } from "node:fs";
import path from "node:path";
import packageJson from "../package.json" with { type: "json" };
import type { Environment } from "./settings.ts";

const repository = path.join(import.meta.dirname, "../.git");

/** Returns the running version and its commit: `BUILD_COMMIT`, else that of the git checkout, else an empty string. */
export function readBuildInfo(environment: Environment = process.env) {
  return { version: packageJson.version, commit: environment["BUILD_COMMIT"] ?? checkedOut() };
}

function checkedOut(): string {
  try {
    const head = readFileSync(path.join(repository, "HEAD"), "utf8").trim();
    const reference = /^ref: (.+)$/.exec(head)?.[1];
    return reference === undefined
      ? head
      : readFileSync(path.join(repository, reference), "utf8").trim();
  } catch {
    return "";
  }
}
