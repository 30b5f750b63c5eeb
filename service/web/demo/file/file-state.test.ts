import { describe, expect, test } from "vitest";
import { nextFile, problemOfFile, type FileEvent, type FileState } from "./file-state.ts";

const file = { name: "toplantı.mp3", type: "audio/mpeg", size: 1000 };
const after = (...events: readonly FileEvent[]): FileState =>
  events.reduce<FileState>(nextFile, { phase: "empty" });
const chosen: FileEvent = { type: "chosen", file, problem: undefined };
const sent = (share: number): FileEvent => ({ type: "sent", share });
const problem = { code: "undecodable_audio" };

describe("problemOfFile", () => {
  test.each([
    [file, undefined],
    [{ ...file, size: 2001 }, "file_too_large"],
    [{ ...file, size: 0 }, "empty_audio"],
    [{ ...file, name: "not.pdf", type: "application/pdf" }, "unsupported_file"],
    [{ ...file, name: "SES.M4A", type: "" }, undefined],
    [{ ...file, name: "film.mp4", type: "video/mp4" }, undefined],
    [{ ...file, name: "ses", type: "audio/x-unknown" }, undefined],
  ])("%j", (facts, code) => {
    expect(problemOfFile(facts, 2000)?.code).toBe(code);
  });
});

describe("the transcription of a file", () => {
  test("is sent, heard, and there", () => {
    expect(after(chosen)).toEqual({ phase: "sending", file, sentShare: 0 });
    expect(after(chosen, sent(0.4))).toMatchObject({ sentShare: 0.4 });
    expect(after(chosen, sent(1))).toEqual({ phase: "transcribing", file });
    const speech = { segments: [], warning: "low_confidence" as const };
    const heard: FileEvent = { type: "heard", ...speech };
    expect(after(chosen, sent(1), heard)).toEqual({ phase: "heard", file, ...speech });
    // A small file is heard before its last progress is told.
    expect(after(chosen, heard, sent(1))).toMatchObject({ phase: "heard" });
  });

  test("is refused before or after it was sent", () => {
    expect(after({ ...chosen, problem })).toEqual({ phase: "refused", file, problem });
    expect(after(chosen, { type: "failed", problem })).toEqual({ phase: "refused", file, problem });
    expect(after({ type: "unusable", problem })).toMatchObject({ phase: "refused" });
  });

  test("is cancelled, and what comes then is not looked at", () => {
    const cancel: FileEvent = { type: "cancel" };
    expect(after(chosen, cancel)).toEqual({ phase: "empty" });
    expect(after(chosen, cancel, { type: "failed", problem })).toEqual({ phase: "empty" });
    expect(after(chosen, cancel, sent(1))).toEqual({ phase: "empty" });
  });
});
