import { describe, expect, test } from "vitest";
import { makeRequest } from "./make-request.ts";
import type { TryField, TryIt } from "./try-it-state.ts";

const field = (name: string, change: Partial<TryField> = {}): TryField => ({
  name,
  place: "body",
  kind: "text",
  isRequired: false,
  values: [],
  initial: "",
  standard: undefined,
  ...change,
});

const form: TryIt = {
  method: "POST",
  path: "/v1/things/{id}",
  credential: "account",
  parameters: [
    field("id", { place: "path", isRequired: true }),
    field("limit", { place: "query", kind: "number" }),
    field("Idempotency-Key", { place: "header" }),
  ],
  bodies: [
    {
      type: "application/json",
      fields: [
        field("speed", { kind: "number" }),
        field("consent", { kind: "choice", values: ["true", "false"] }),
        field("list", { kind: "json" }),
        field("input"),
      ],
    },
    { type: "multipart/form-data", fields: [field("file", { kind: "file", isRequired: true })] },
  ],
};

describe("the request of a form", () => {
  test("has each value in its place and of its type, and leaves out what is empty", () => {
    const request = makeRequest(form, "application/json", {
      id: "a/b",
      limit: "5",
      "Idempotency-Key": "once",
      speed: "1.5",
      consent: "true",
      list: '[{"word":"ABD"}]',
      input: "",
    });
    expect(request).toMatchObject({
      address: "/v1/things/a%2Fb?limit=5",
      headers: { "Idempotency-Key": "once", "content-type": "application/json" },
      body: '{"speed":1.5,"consent":true,"list":[{"word":"ABD"}]}',
    });
  });

  test("has a file as it is, without a content type of its own", () => {
    const file = new File(["RIFF"], "clip.wav");
    const request = makeRequest(form, "multipart/form-data", { id: "x", file });
    expect(request).toMatchObject({ headers: {}, shownBody: "file: clip.wav (4 B)" });
    expect(
      "body" in request && request.body instanceof FormData && request.body.get("file"),
    ).toEqual(file);
  });

  test("is not made while a required field is empty or JSON is broken", () => {
    expect(makeRequest(form, undefined, {})).toEqual({ field: "id", reason: "missing" });
    expect(makeRequest(form, "application/json", { id: "x", list: "[" })).toEqual({
      field: "list",
      reason: "json",
    });
  });
});
