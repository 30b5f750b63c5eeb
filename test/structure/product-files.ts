import { execFileSync } from "node:child_process";
import { projectRoot } from "../support/program.ts";

/** Returns the TypeScript files of the repository, from its root. */
export function allFiles(): string[] {
  const listed = execFileSync("git", ["ls-files", "*.ts", "*.tsx"], {
    cwd: projectRoot,
    encoding: "utf8",
  });
  return listed.split("\n").filter((file) => file !== "");
}

export const ofTraining = (file: string): boolean => file.startsWith("service/training/");

/** Returns those that run at a user's: no tests, and nothing of the training. */
export function productFiles(): string[] {
  return allFiles().filter(
    (file) => !file.startsWith("test/") && !ofTraining(file) && !/\.test\.tsx?$/.test(file),
  );
}
