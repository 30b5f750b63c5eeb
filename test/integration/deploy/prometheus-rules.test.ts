import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { longTest, shortDescribe, shortTest } from "../../support/lengths.ts";
import { parse, stringify } from "yaml";
import { anchorsOf } from "../../support/anchors.ts";
import { projectRoot } from "../../support/program.ts";
import { hasPrometheus, installPrometheus } from "../../support/servers/prometheus.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert?: string;
      readonly labels?: Readonly<Record<string, string>>;
      readonly annotations?: Readonly<Record<string, string>>;
    }[];
  }[];
}

interface RuleTests {
  readonly tests: readonly {
    readonly alert_rule_test?: readonly {
      readonly alertname: string;
      readonly exp_alerts: readonly { readonly exp_labels: Readonly<Record<string, string>> }[];
    }[];
  }[];
}

const folder = path.join(projectRoot, "deploy/prometheus");
const ruleFiles = ["rules.yml", "machines.yml"];
const testFiles = ["rules.test.yml", "machines.test.yml", "rules-over-days.test.yml"];
const execute = promisify(execFile);

/** One failure, two that make a ticket, and three that page. */
const FEW_CASES = 3;
/** Three days of minutes, on a machine that does something else. */
const promtoolTimeoutMs = 300_000;

async function read<File>(name: string): Promise<File> {
  return parse(await readFile(path.join(folder, name), "utf8"), { merge: true });
}

async function alerts() {
  const files = await Promise.all(ruleFiles.map((name) => read<Rules>(name)));
  const groups = files.flatMap((file) => file.groups);
  return groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
}

shortDescribe("alert rules", () => {
  shortTest("say how urgent they are, what is wrong and where to read on", async () => {
    const handbook = await readFile(path.join(projectRoot, "docs/operations.md"), "utf8");
    const anchors = anchorsOf(handbook);
    for (const { alert, labels, annotations } of await alerts()) {
      const [file, anchor] = annotations?.["runbook_url"]?.split("#") ?? [];
      expect({ alert, file, ...labels, summary: annotations?.["summary"] }).toMatchObject({
        file: "docs/operations.md",
        severity: expect.stringMatching(/^(page|ticket)$/),
        summary: expect.stringMatching(/\S/),
      });
      expect([...anchors]).toContain(anchor);
    }
  });

  shortTest("are each seen to fire and to stay silent", async () => {
    const files = await Promise.all(testFiles.map((name) => read<RuleTests>(name)));
    const cases = files.flatMap(({ tests }) =>
      tests.flatMap(({ alert_rule_test = [] }) => alert_rule_test),
    );
    const named = (fires: boolean) =>
      new Set(
        cases
          .filter(({ exp_alerts }) => exp_alerts.length > 0 === fires)
          .map(({ alertname }) => alertname),
      );
    const names = (await alerts()).map(({ alert }) => alert ?? "");
    expect(names.filter((name) => !named(true).has(name))).toEqual([]);
    expect(names.filter((name) => !named(false).has(name))).toEqual([]);
  });
});

const mayRun = hasPrometheus();
const hint = mayRun ? "" : ` (to run it: ${installPrometheus})`;
describe.skipIf(!mayRun && process.env["CI"] !== "true")(`promtool${hint}`, () => {
  const promtool = (...parameters: string[]) =>
    execute("promtool", parameters, { cwd: folder }).then(
      () => "",
      (error: { readonly stdout: string; readonly stderr: string }) =>
        `${error.stdout}${error.stderr}`,
    );

  longTest("takes the rules", async () => {
    expect(await promtool("check", "rules", ...ruleFiles)).toBe("");
  });

  longTest("sees that a failure does not page and three in a row do", async () => {
    await using directory = await temporaryDirectory("promtool");
    const all = await read<RuleTests & { readonly rule_files: readonly string[] }>(
      "rules.test.yml",
    );
    const few = {
      ...all,
      rule_files: [path.join(folder, "rules.yml")],
      tests: all.tests.slice(0, FEW_CASES),
    };
    const file = path.join(directory.path, "few.yml");
    await writeFile(file, stringify(few));
    expect(few.tests).toHaveLength(FEW_CASES);
    expect(await promtool("test", "rules", file)).toBe("");
  });

  longTest.each(testFiles)(
    "sees alerts fire and stay silent as %s says",
    async (file) => {
      expect(await promtool("test", "rules", file)).toBe("");
    },
    promtoolTimeoutMs,
  );

  shortTest("takes the configuration for scraping", async () => {
    await using directory = await temporaryDirectory("promtool");
    for (const file of ["prometheus.yml", ...ruleFiles]) {
      await writeFile(path.join(directory.path, file), await readFile(path.join(folder, file)));
    }
    await writeFile(path.join(directory.path, "metrics-token"), "sesame\n");
    const file = path.join(directory.path, "prometheus.yml");
    expect(await promtool("check", "config", "--lint-fatal", file)).toBe("");
    // Its token lies where Compose puts it.
    const compose = ["--syntax-only", "prometheus-compose.yml"];
    expect(await promtool("check", "config", ...compose)).toBe("");
  });
});
