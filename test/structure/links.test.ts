import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { anchorsOf, withoutCodeBlocks } from "../support/anchors.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/** The documents of the repository. Guides of the website have addresses of their own, which their own tests follow. */
const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter(
    (file) => file !== "" && !file.startsWith("languages/") && existsSync(path.join(root, file)),
  );

/** Returns a document without its code, in which nothing is a link. */
const prose = (text: string) => withoutCodeBlocks(text).replaceAll(/`[^`\n]*`/g, "");

/** Returns what is wrong with the links of a text: a file that is not there, or a heading that the file lacks. */
function brokenLinks(file: string, text: string): string[] {
  return [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [name = "", anchor] = target.split("#");
      const led = name === "" ? file : path.join(path.dirname(file), name);
      if (!existsSync(path.join(root, led))) return true;
      return anchor !== undefined && !anchorsOf(read(led)).has(anchor);
    })
    .map((target) => `${file}: ${target}`);
}

test("links of documents lead to files and headings that are there", () => {
  expect(documents.length).toBeGreaterThan(40);
  expect(documents.flatMap((file) => brokenLinks(file, read(file)))).toEqual([]);
});

test.each(["[a](no-such.md)", "[a](docs/words.md#no-such)", "[a](#no-such)", "![a](no-such.png)"])(
  "a planted broken link is found: %s",
  (link) => {
    expect(brokenLinks("README.md", link)).toHaveLength(1);
  },
);
