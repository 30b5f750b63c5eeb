import { describe, expect, test } from "vitest";
import { problemWords } from "./problem-words.ts";
import { TEXTS } from "./texts.ts";

describe.each(["tr", "en"] as const)("in %s", (language) => {
  const texts = TEXTS[language];

  test("a problem is named, with what to do and when", () => {
    const { what, advice } = texts.problems.server_busy;
    expect(problemWords({ code: "server_busy", retryAfterSeconds: 9.2 }, texts)).toEqual({
      what,
      advice: `${advice} ${texts.retryIn(10)}`,
    });
  });

  test("of an unknown one, what the API said is shown", () => {
    const said = problemWords({ code: "new_code", message: "Something new." }, texts);
    expect(said).toEqual({ what: texts.unknownProblem, advice: "Something new." });
    expect(problemWords({ code: "http_502" }, texts).advice).toBe("http_502");
  });
});
