import { execFileSync } from "node:child_process";
import { expect, test, vi } from "vitest";
import { confinedEnvironment, confiningFlags } from "./confined.ts";

const confinement = { reads: [], writes: [], hasAddons: false, heapMegabytes: 64 };

/** What a program prints that runs as child processes do. */
function printed(program: string): string {
  const parameters = [...confiningFlags(confinement), "--eval", program];
  const options = { env: confinedEnvironment(), encoding: "utf8" } as const;
  return execFileSync(process.execPath, parameters, options).trim();
}

test("a child process knows no setting and no secret of the service", () => {
  vi.stubEnv("STATUS_ADMIN_TOKEN", "secret");
  vi.stubEnv("TMPDIR", "/elsewhere");
  const names = "console.log(JSON.stringify([process.env.STATUS_ADMIN_TOKEN, process.env.TMPDIR]))";
  expect(JSON.parse(printed(names))).toEqual([null, "/elsewhere"]);
  vi.unstubAllEnvs();
});

test("a child process reads its code alone, writes nothing and starts nothing", () => {
  const tried = (code: string) =>
    printed(`try { ${code}; console.log("done") } catch (e) { console.log(e.code) }`);
  const project = JSON.stringify(process.cwd());
  expect(tried(`require("fs").readFileSync(${project} + "/package.json")`)).toBe("done");
  expect(tried(`require("fs").readdirSync(${project})`)).toBe("ERR_ACCESS_DENIED");
  expect(tried('require("fs").readFileSync("/etc/passwd")')).toBe("ERR_ACCESS_DENIED");
  expect(tried(`require("fs").writeFileSync(${project} + "/new", "")`)).toBe("ERR_ACCESS_DENIED");
  expect(tried('require("child_process").execSync("true")')).toBe("ERR_ACCESS_DENIED");
  expect(tried('new (require("worker_threads").Worker)("", { eval: true })')).toBe(
    "ERR_ACCESS_DENIED",
  );
});

test("a child process has a heap of bounded size", () => {
  const max = "console.log(require('v8').getHeapStatistics().heap_size_limit / 2 ** 20)";
  expect(Number(printed(max))).toBeLessThan(300);
});
