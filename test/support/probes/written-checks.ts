import type { Control } from "../../../probes/run/controls.ts";
import type { CheckConfiguration } from "../../../probes/monitor-file/configuration.ts";
import { parseMonitorFile } from "../../../probes/monitor-file/read.ts";

/** Reads one check as if it stood in a monitor file; `id` and the file around it are filled in. */
export function writtenCheck(
  check: { kind: string } & Record<string, unknown>,
): CheckConfiguration {
  const [read] = parse([{ id: "the-check", timeout_seconds: 5, ...check }], []).checks;
  if (read === undefined) throw new Error("a file with one check has one");
  return read;
}

/** Reads controls as if they stood in a monitor file. */
export function writtenControls(controls: readonly Record<string, unknown>[]): readonly Control[] {
  return parse([{ id: "the-check", kind: "tcp", host: "localhost", port: 1 }], controls).controls;
}

function parse(checks: readonly object[], controls: readonly object[]) {
  const document = {
    page: { id: "page", name: "Page", url: "http://127.0.0.1" },
    groups: [],
    controls,
    components: [{ id: "the-component", name: "Component", checks }],
  };
  // Every JSON document is a YAML document.
  return parseMonitorFile("written.yaml", JSON.stringify(document), {});
}
