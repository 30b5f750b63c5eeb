import { describe, expect, test } from "vitest";
import { ERRORS, type ErrorKind } from "#service/contract/errors.ts";
import { SOCKETS, socketErrorsOf } from "#service/contract/documents/asyncapi.ts";
import { BEYOND_PART_7, PART_7 } from "../../conformance/interface/codes.ts";
import {
  DOCUMENTED_ERRORS,
  type DocumentedError,
} from "../../conformance/interface/documented-errors.ts";
import { INTERFACE_ITEMS, type InterfaceItem } from "../../conformance/interface/items.ts";
import { TABLE } from "../../conformance/table.ts";

/** A fault of the service itself; nothing documented brings it about. */
const UNSEEN = "internal_error";
const codesOfService = Object.keys(ERRORS).filter((code) => code !== UNSEEN);

describe("the table has a row", () => {
  test.each(
    Object.entries(PART_7).flatMap(([part, codes]) =>
      Object.keys(codes).map((code) => [part, code]),
    ),
  )("for part 7, %s: %s", (_part, code) => {
    expect(TABLE.some((row) => row.codes.some((seen) => seen === code))).toBe(true);
  });

  test.each(Object.keys(INTERFACE_ITEMS) as InterfaceItem[])("for %s, and its codes", (item) => {
    const rows = TABLE.filter(({ sees }) => sees.includes(item));
    expect(rows.length).toBeGreaterThan(0);
    const seen = new Set(rows.flatMap(({ codes }) => codes));
    expect(INTERFACE_ITEMS[item].filter((code) => !seen.has(code))).toEqual([]);
  });

  test("for every code of the service, and none for a code that it does not have", () => {
    expect(new Set(TABLE.flatMap(({ codes }) => codes))).toEqual(new Set(codesOfService));
  });

  test("for every code that a socket may tell, on a socket", () => {
    const seen = new Set(
      TABLE.flatMap(({ codes, isOnSocket }): readonly string[] =>
        isOnSocket === true ? codes : [],
      ),
    );
    const documented = new Set<string>(SOCKETS.flatMap(socketErrorsOf));
    expect([...documented].filter((code) => !seen.has(code) && code !== UNSEEN)).toEqual([]);
  });

  test("once under each title", () => {
    const titles = TABLE.map(({ part, title }) => `${part} · ${title}`);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });
});

describe("what the table expects", () => {
  test("is what part 7 says, and what the service adds to it", () => {
    const names = Object.values(PART_7).flatMap((codes) => Object.keys(codes));
    expect([...new Set(names), ...BEYOND_PART_7].toSorted()).toEqual(codesOfService.toSorted());
    expect(Object.keys(DOCUMENTED_ERRORS).toSorted()).toEqual(codesOfService.toSorted());
    const statuses = Object.values(PART_7).flatMap((codes) => Object.entries<number>(codes));
    for (const [name, status] of statuses) {
      const documented: DocumentedError = DOCUMENTED_ERRORS[name as keyof typeof DOCUMENTED_ERRORS];
      expect([name, documented.status]).toEqual([name, status]);
    }
  });

  test("is what the service's own table of errors says", () => {
    for (const [name, documented] of Object.entries<DocumentedError>(DOCUMENTED_ERRORS)) {
      const kind: ErrorKind = ERRORS[name as keyof typeof ERRORS];
      const { status, type, code, retryAfterSeconds } = kind;
      expect([name, status, type, code, retryAfterSeconds !== undefined]).toEqual([
        name,
        documented.status,
        documented.type,
        documented.code,
        documented.isTemporary === true,
      ]);
    }
  });
});
