import { readFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { stringify } from "yaml";
import { MonitorFileError } from "../../../probes/monitor-file/located-document.ts";
import { parseMonitorFile } from "../../../probes/monitor-file/read.ts";
import { projectRoot } from "../../support/program.ts";
import type { Schema } from "../contract/schema.ts";
import { damaged } from "../inputs/damage.ts";
import { valuesOf } from "../inputs/of-schema.ts";
import { type Attempt, Fault, type Surface } from "../surface.ts";
import { bytesText } from "./request.ts";

/** Assumed path of the texts, so that files that they name are found. */
const FILE = path.join(projectRoot, "monitor.yaml");
const VARIABLES = { HOME: "/home/somebody" };

/** monitor.yaml: files of the project, damaged, and what its schema makes. */
export const monitorFile: Surface = {
  name: "monitor.yaml",
  share: 14,
  watched: "self",
  async attempts() {
    const read = (file: string): Buffer => readFileSync(path.join(projectRoot, file));
    const whole = fc.constantFrom<Uint8Array>(
      read("monitor.yaml"),
      read("fixtures/monitor/valid.yaml"),
      read("fixtures/monitor/aliases-without-end.yaml"),
      Buffer.from(`page: ${"[".repeat(2000)}`),
    );
    const schema = JSON.parse(read("monitor.schema.json").toString()) as Schema;
    const made = valuesOf(schema, {}).map((value) => Buffer.from(stringify(value) ?? ""));
    const texts = fc.oneof(
      { weight: 4, arbitrary: damaged(whole, { whole: 1 }) },
      { weight: 1, arbitrary: damaged(made, { whole: 8 }) },
    );
    return texts.map((bytes): Attempt => ({
      tell: () => `the file ${bytesText(bytes)}`,
      send: async () => judge(bytes.toString("utf8")),
    }));
  },
};

function judge(text: string): "accepted" | "refused" {
  try {
    parseMonitorFile(FILE, text, VARIABLES);
    return "accepted";
  } catch (error) {
    if (!(error instanceof MonitorFileError)) throw new Fault(String(error), { cause: error });
    if (!/^\S+monitor\.yaml(:\d+)?: ./.test(error.message) || error.message.includes("\n")) {
      throw new Fault(`a refusal without file and line, or of several lines: ${error.message}`);
    }
    return "refused";
  }
}
