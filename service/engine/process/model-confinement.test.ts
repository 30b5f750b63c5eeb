import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectRoot } from "../../../test/support/program.ts";
import { confinedEnvironment, confiningFlags } from "../confinement/confined.ts";
import { PROCESSOR_FILES } from "../model/processors.ts";
import { modelConfinement } from "./model-confinement.ts";

/** The files of those given that the process of a model in `folder` may read. */
function readable(folder: string, files: readonly string[]): unknown {
  const program = `
    const { readFileSync } = require("fs");
    const isReadable = (file) => { try { readFileSync(file); return true; } catch { return false; } };
    console.log(JSON.stringify(${JSON.stringify(files)}.filter(isReadable)));`;
  const parameters = [...confiningFlags(modelConfinement(folder)), "--eval", program];
  const options = { env: confinedEnvironment(), encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, parameters, options));
}

test("the process of a model reads its folder and what describes the processors, and nothing beside", () => {
  const folder = `${projectRoot}/service/small-models/transcribe-1`;
  const own = `${folder}/model.json`;
  const other = `${projectRoot}/service/small-models/synth-v1/model.json`;
  expect(readFileSync(other, "utf8")).not.toBe("");
  expect(readable(folder, [own, other, ...PROCESSOR_FILES])).toEqual([own, ...PROCESSOR_FILES]);
});

test.skipIf(process.platform !== "linux")("Linux describes its processors in a file", () => {
  expect(PROCESSOR_FILES).toHaveLength(1);
});
