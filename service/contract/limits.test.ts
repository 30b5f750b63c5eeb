import { MEBIBYTE } from "#units/bytes.ts";
import { expect, test } from "vitest";
import { LIMITS } from "./limits.ts";

test("one object has every limit that the interface names, with its default", () => {
  expect(LIMITS).toMatchObject({
    account: {
      requestsPerMinute: 600,
      concurrentTranscriptions: 3,
      concurrentStreams: 2,
      concurrentSpeechRequests: 8,
      concurrentSpeechSockets: 4,
      savedVoices: 50,
      pronunciations: 500,
      unfinishedJobs: 100,
    },
    inputCharacters: 5000,
    directionCharacters: 200,
    referenceBytes: 10 * MEBIBYTE,
    minReferenceSeconds: 3,
    maxReferenceSeconds: 30,
    uploadBytes: 100 * MEBIBYTE,
    audioSeconds: 7200,
    sessionSeconds: 600,
  });
});
