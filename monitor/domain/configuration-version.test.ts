import { describe, expect, test } from "vitest";
import { type OfferedFile, standingOf, type StoredFile } from "./configuration-version.ts";

const stored: StoredFile = {
  digest: "new",
  fileVersion: null,
  location: "ankara",
  earlier: new Set(["old", "older"]),
  liveLocations: ["ankara", "izmir"],
};
const offered: OfferedFile = {
  digest: "new",
  fileVersion: null,
  location: "izmir",
  basis: undefined,
};
const standing = (offer: Partial<OfferedFile>, known: Partial<StoredFile> = {}) =>
  standingOf({ ...offered, ...offer }, { ...stored, ...known });

describe("a file that a prober reads", () => {
  test("is what all see where there is none", () => {
    expect(standingOf(offered, null)).toBe("taken");
  });

  test("that is the same is written again where it came from alone, for its variables", () => {
    expect(standing({})).toBe("same_elsewhere");
    expect(standing({ location: "ankara" })).toBe("same");
    expect(standing({}, { liveLocations: ["izmir"] })).toBe("same");
  });

  test("follows the one that it was changed from, wherever that was", () => {
    expect(standing({ digest: "newer", basis: "new" })).toBe("taken");
    expect(standing({ digest: "old", basis: "new" })).toBe("taken");
  });

  test("that is an earlier one takes nothing back, also where nobody else is", () => {
    expect(standing({ digest: "old", basis: "old" })).toBe("older");
    expect(standing({ digest: "old" }, { liveLocations: ["izmir"] })).toBe("older");
    expect(standing({ digest: "old", location: "ankara" })).toBe("older");
  });

  test("that was changed from an earlier one, or by somebody unknown, is different", () => {
    expect(standing({ digest: "x", basis: "old" })).toBe("different");
    expect(standing({ digest: "x" })).toBe("different");
    expect(standing({ digest: "x", location: "van" })).toBe("different");
  });

  test("is taken of the only location there is", () => {
    expect(standing({ digest: "x" }, { liveLocations: ["izmir"] })).toBe("taken");
    expect(standing({ digest: "x", basis: "old" }, { liveLocations: [] })).toBe("taken");
  });

  test("holds by its version before all else", () => {
    const versioned = { fileVersion: 3 };
    expect(standing({ digest: "x", fileVersion: 4 }, versioned)).toBe("taken");
    expect(standing({ digest: "old", fileVersion: 4 }, versioned)).toBe("taken");
    expect(standing({ digest: "x", fileVersion: 2, basis: "new" }, versioned)).toBe("older");
    expect(standing({ digest: "x", basis: "new" }, versioned)).toBe("older");
    expect(standing({ digest: "x", fileVersion: 3 }, versioned)).toBe("different");
    expect(standing({ digest: "x", fileVersion: 3, basis: "new" }, versioned)).toBe("taken");
  });
});
