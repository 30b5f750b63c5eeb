import { describe, expect, test } from "vitest";
import { withSection } from "./card-section.ts";

const CARD = "# model\n\nWhat it is.\n\n## Voices\n\nTwo.\n\n## Files\n\n- one\n";

describe("withSection", () => {
  test("puts a new section at the end", () => {
    expect(withSection(CARD, "Evaluation", "\nGood.\n\n")).toBe(
      `${CARD}\n## Evaluation\n\nGood.\n`,
    );
  });

  test("replaces a section and leaves the others as they are", () => {
    expect(withSection(CARD, "Voices", "Three.")).toBe(CARD.replace("Two.", "Three."));
    expect(withSection(CARD, "Files", "- two")).toBe(CARD.replace("- one", "- two"));
  });
});
