import { expect, test } from "vitest";
import { CheckFailure } from "./report.ts";

test("a failure that found nothing has measured nothing, and spent no time elsewhere", () => {
  const cause = new Error("read ECONNRESET");
  const failure = new CheckFailure("timeout", "no answer", { cause });
  expect(failure).toMatchObject({ reason: "timeout", message: "no answer", cause });
  const { phases, measures, texts, elsewhereMs } = failure;
  expect({ phases, measures, texts, elsewhereMs }).toEqual({
    phases: {},
    measures: {},
    texts: {},
    elsewhereMs: 0,
  });
});

test("a failure keeps what was found before it", () => {
  const found = {
    phases: { dns: 1 },
    measures: { word_error_ratio: 0.5 },
    texts: { heard: "Merhaba" },
    elsewhereMs: 30,
  };
  expect(new CheckFailure("transcript_mismatch", "wrong", found)).toMatchObject(found);
});
