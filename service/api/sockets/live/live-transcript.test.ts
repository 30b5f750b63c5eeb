import { expect, test } from "vitest";
import { REPORT_SECONDS } from "../../../engine/pool/remote-recognition.ts";
import { NO_PROMPT } from "../../../speech/prompt.ts";
import { LiveTranscript } from "./live-transcript.ts";

test("a partial comes after 300 ms at the latest, though its words stay the same and reports come unevenly", () => {
  const settings = { interimResults: true, endpointingMs: 800, words: false, prompt: NO_PROMPT };
  const transcript = new LiveTranscript(settings);
  const tentative = [{ text: "merhaba", start: 0.1, end: 0.4, confidence: 1 }];
  const ends: number[] = [];
  let untilSeconds = 1;
  for (const seconds of [0, 0.14, 0.18, 0.14, REPORT_SECONDS.live, 0.019, REPORT_SECONDS.live]) {
    untilSeconds += seconds;
    const step = { settled: [], tentative, nextWordFrom: 0.1, untilSeconds, isComplete: false };
    for (const message of transcript.hear(step)) {
      if (message.type === "transcript.partial") ends.push(message.end!);
    }
  }
  const gaps = ends.slice(1).map((end, at) => end - ends[at]!);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(0.3);
  expect(ends.at(-1)).toBeCloseTo(untilSeconds);
});
