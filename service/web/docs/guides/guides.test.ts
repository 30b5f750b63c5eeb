/// <reference types="vite/client" />
import { describe, expect, test } from "vitest";
import { languages } from "#web-kit/language/languages.ts";
import { GUIDE_NAMES, guideSource } from "./guides.ts";
import { type GuideBlock, parseGuide } from "./parse-guide.ts";

const shapeOf = (block: GuideBlock) => {
  switch (block.kind) {
    case "heading":
      return { id: block.id, depth: block.depth };
    case "code":
      return block.blocks;
    case "table":
      return block.name;
    case "html":
      return "text";
  }
};

test("all languages have the same guides", () => {
  const expected = languages.flatMap((language) =>
    GUIDE_NAMES.map((name) => `/languages/${language}/site/guides/${name}.md`),
  );
  const files = Object.keys(import.meta.glob("/languages/*/site/guides/*.md"));
  expect(files.toSorted()).toEqual(expected.toSorted());
});

describe.each(GUIDE_NAMES)("the guide %s", (name) => {
  const turkish = parseGuide(guideSource("tr", name));
  const english = parseGuide(guideSource("en", name));

  test("has the same parts, headings and code in both languages", () => {
    expect(turkish.blocks.map(shapeOf)).toEqual(english.blocks.map(shapeOf));
    expect(turkish.title).not.toBe(english.title);
  });

  test("has every heading once", () => {
    const ids = turkish.blocks.flatMap((block) => (block.kind === "heading" ? [block.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a guide", () => {
  test("joins fences of several languages, and keeps those of one apart", () => {
    const { blocks } = parseGuide(
      "# T\n\nLead.\n\n```bash\na\n```\n\n```python\nb\n```\n\n```bash\nc\n```\n",
    );
    expect(blocks).toEqual([
      {
        kind: "code",
        blocks: [
          { language: "bash", code: "a" },
          { language: "python", code: "b" },
        ],
      },
      { kind: "code", blocks: [{ language: "bash", code: "c" }] },
    ]);
  });

  test("is refused without a title, a lead, or the id of a heading", () => {
    expect(() => parseGuide("Lead.")).toThrow(/begins with a title/);
    expect(() => parseGuide("# T\n\nLead.\n\n## Part")).toThrow(/"Part" has no/);
  });
});
