import { describe, expect, test } from "vitest";
import { ApiError } from "../../../contract/errors.ts";
import {
  checkLanguage,
  noSpeakers,
  promptTextOf,
  refuseUnsupportedFields,
  renamed,
} from "./vendor-fields.ts";

test.each([undefined, "", " ", "tr", "TR", "tr-TR", "tr_TR", "tur", "Turkish", "multi", "auto"])(
  "the language %s is taken",
  (language) => {
    expect(() => checkLanguage(language, "language")).not.toThrow();
  },
);

test.each(["en", "en-TR", "trk", "t", "az-tr"])("the language %s is refused", (language) => {
  expect(() => checkLanguage(language, "language_code")).toThrow(
    expect.objectContaining({
      code: "invalid_request",
      param: "language_code",
      message: `language_code has to be tr; only Turkish is transcribed and spoken. Got "${language}".`,
    }),
  );
});

describe("fields without a counterpart", () => {
  const refused = (values: Readonly<Record<string, string | readonly string[]>>) => () =>
    refuseUnsupportedFields(["redact", "search"], (name) => values[name]);

  test.each([
    {},
    { redact: "" },
    { redact: " false " },
    { redact: "null", search: "[]" },
    { search: [] },
    { search: ["", "false"] },
    { other: "true" },
  ])("may be sent where they ask for nothing: %o", (values) => {
    expect(refused(values)).not.toThrow();
  });

  test.each([
    [{ redact: "true" }, "redact"],
    [{ search: ["", "pci"] }, "search"],
    [{ redact: "0" }, "redact"],
  ])("are refused by name: %o", (values, name) => {
    expect(refused(values)).toThrow(
      expect.objectContaining({
        code: "unsupported_field",
        param: name,
        message: `${name} has no counterpart in this service.`,
      }),
    );
  });
});

test("a model that cannot tell speakers apart is named with the vendor's field", () => {
  expect(noSpeakers({ id: "transcribe-1" }, "diarize")).toMatchObject({
    code: "unsupported_field",
    param: "diarize",
    message: "transcribe-1 does not tell speakers apart.",
  });
});

describe("an error", () => {
  const error = new ApiError("invalid_request", "speed has to be a number, not speed.", "speed");

  test("has the vendor's name of its field, in its message once", () => {
    expect(renamed(error, { speed: "voice_settings.speed" })).toMatchObject({
      code: "invalid_request",
      param: "voice_settings.speed",
      message: "voice_settings.speed has to be a number, not speed.",
    });
  });

  test.each([
    [error, { spee: "other" }],
    [new ApiError("invalid_json"), { speed: "other" }],
    [new Error("speed is wrong"), { speed: "other" }],
  ])("stays as it is where the vendor has no other name: %#", (one, names) => {
    expect(renamed(one, names)).toBe(one);
  });

  test("keeps a longer word that begins like its field", () => {
    const other = new ApiError("invalid_request", "speeding is wrong", "speed");
    expect(renamed(other, { speed: "rate" })).toMatchObject({ message: "speeding is wrong" });
  });
});

test.each([
  [["Ankara"], "Ankara"],
  [[["Ankara:2", "İzmir:-1.5"], undefined, "Bolu"], "Ankara, İzmir, Bolu"],
  [["saat 12:30 treni"], "saat 12:30 treni"],
  [["a:b"], "a:b"],
  [[undefined, []], ""],
])("words to prefer lose their weights: %j", (lists, text) => {
  expect(promptTextOf(...lists)).toBe(text);
});
