import { localizedText } from "#monitor/domain/localized-text.ts";
import { expect, test } from "vitest";
import { formOf, wayOf, wishOf } from "./sign-up-form.ts";

test("the way is the one asked for, else the first that is offered, else the feeds", () => {
  expect(wayOf("slack", ["email", "webhook", "slack"])).toBe("slack");
  expect(wayOf("feed", ["email"])).toBe("feed");
  expect(wayOf("email", ["webhook", "slack"])).toBe("webhook");
  expect(wayOf(undefined, [])).toBe("feed");
});

test("ticks count where only some components are wanted", () => {
  expect(wishOf({ scope: "all", components: ["tts"], address: "a" })).toEqual({ address: "a" });
  expect(wishOf({ scope: "some", components: ["tts"] })).toEqual({ components: ["tts"] });
  expect(wishOf({ scope: "some" })).toEqual({ components: [] });
  expect(wishOf({ components: "tts" })).toEqual({ components: "tts" });
});

test("a form is shown again as it was filled in", () => {
  const fields = { scope: "some", address: "nobody", components: "tts" };
  expect(formOf(fields, "tr", [])).toEqual({
    address: "nobody",
    components: ["tts"],
    statusEvent: null,
    language: "tr",
  });
  expect(formOf({ scope: "some", address: ["a", "b"] }, "en", [])).toEqual({
    address: "",
    components: [],
    statusEvent: null,
    language: "en",
  });
  expect(formOf({}, "en", []).components).toBeNull();
});

test("a form is for one incident where that one is not over", () => {
  const statusEvent = { id: "inc-1", name: localizedText({ en: "Outage", tr: "Kesinti" }) };
  expect(formOf({ incident: "inc-1" }, "en", [statusEvent]).statusEvent).toEqual(statusEvent);
  expect(formOf({ incident: "inc-2" }, "en", [statusEvent]).statusEvent).toBeNull();
});
