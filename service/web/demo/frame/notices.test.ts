import { plural } from "#web-kit/language/texts.ts";
import { describe, expect, test } from "vitest";
import { problemWords } from "./notices.tsx";
import { ALL_TEXTS } from "../../texts/texts.ts";

describe.each(["tr", "en"] as const)("in %s", (language) => {
  const texts = ALL_TEXTS.demo[language];

  test("a problem is named, with what to do and when", () => {
    const { what, advice } = texts.problems.server_busy;
    expect(problemWords({ code: "server_busy", retryAfterSeconds: 9.2 }, texts)).toEqual({
      what,
      advice: `${advice} ${plural(language, texts.retryIn, 10)}`,
    });
  });

  test("of an unknown one, what the API said is shown", () => {
    const said = problemWords({ code: "new_code", message: "Something new." }, texts);
    expect(said).toEqual({ what: texts.unknownProblem, advice: "Something new." });
    expect(problemWords({ code: "http_502" }, texts).advice).toBe("http_502");
  });
});
