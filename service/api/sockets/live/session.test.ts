import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import type { RecognisedWord } from "../../../engine/model/model.ts";
import { ApiError } from "../../../contract/errors.ts";
import { NO_PROMPT, parsePrompt } from "../../../speech/prompt.ts";
import { LiveSession, type Effect, type SessionSettings } from "./session.ts";

const sampleRate = 100;
const settings: SessionSettings = {
  sampleRate,
  interimResults: true,
  endpointingMs: 800,
  words: false,
  withConfidence: false,
  withFigures: false,
  prompt: NO_PROMPT,
};

const audio = (seconds: number) => new Float32Array(seconds * sampleRate);
const word = (text: string, start: number, end: number): RecognisedWord => ({
  text,
  start,
  end,
  confidence: 1,
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of objects and buffers that are still needed. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

interface Heard {
  readonly settled?: readonly RecognisedWord[];
  readonly tentative?: readonly RecognisedWord[];
  readonly until: number;
  readonly nextWordFrom?: number;
  readonly finished?: boolean;
  readonly isTurkish?: boolean;
}

const heard = ({
  settled = [],
  tentative = [],
  until,
  nextWordFrom = until,
  finished = false,
  ...language
}: Heard) => ({
  ...language,
  settled,
  tentative,
  nextWordFrom,
  decodedSeconds: until,
  finished,
});

/** Effects in short: messages by their type and text, others by their type. */
function summary(effects: readonly Effect[]): readonly string[] {
  return effects.map((effect) => {
    if (effect.type === "close") return `close ${effect.code}`;
    if (effect.type === "fail") return `fail ${effect.error.code}`;
    if (effect.type !== "send") return effect.type;
    const { message } = effect;
    return "text" in message ? `${message.type} ${message.text}` : message.type;
  });
}

describe("LiveSession", () => {
  test("at the process's end it says so, tells the rest and closes with 1012, unless the client has ended", () => {
    const session = new LiveSession(settings);
    session.audio(audio(1));
    expect(summary(session.shutdown())).toEqual(["session.ending", "end"]);
    expect(session.shutdown()).toEqual([]);
    const last = heard({ settled: [word("merhaba", 0.2, 0.8)], until: 1, finished: true });
    expect(summary(session.progress(last)).slice(-2)).toEqual([
      "transcript.final Merhaba.",
      "close 1012",
    ]);
    const ended = new LiveSession(settings);
    ended.end();
    expect(ended.shutdown()).toEqual([]);
    expect(summary(ended.progress(heard({ until: 0, finished: true })))).toEqual([
      "transcript.final ",
      "close 1000",
    ]);
  });

  test("tells partials, a segment at a pause, and one final transcript", () => {
    const session = new LiveSession(settings);
    expect(summary(session.audio(audio(3)))).toEqual(["accept"]);
    expect(
      summary(session.progress(heard({ tentative: [word("mer", 0.2, 0.4)], until: 0.5 }))),
    ).toEqual(["speech.started", "transcript.partial Mer"]);
    const whole = word("merhaba", 0.2, 0.8);
    expect(summary(session.progress(heard({ settled: [whole], until: 1 })))).toEqual([
      "transcript.partial Merhaba",
    ]);
    expect(summary(session.progress(heard({ until: 1.01 })))).toEqual([]);
    expect(summary(session.progress(heard({ until: 1.7 })))).toEqual([
      "transcript.segment Merhaba.",
      "speech.stopped",
    ]);
    const second = { tentative: [word("dünya", 2, 2.5)], until: 3 };
    expect(summary(session.progress(heard(second)))).toEqual([
      "speech.started",
      "transcript.partial Dünya",
    ]);
    expect(summary(session.end())).toEqual(["end"]);
    const last = { settled: [word("dünya", 2, 2.5)], until: 3, finished: true };
    expect(summary(session.progress(heard(last)))).toEqual([
      "transcript.segment Dünya.",
      "speech.stopped",
      "transcript.final Merhaba. Dünya.",
      "close 1000",
    ]);
    expect(session.end()).toEqual([]);
  });

  test("repeats a partial while its segment is open, and says how far it has heard", () => {
    const session = new LiveSession(settings);
    session.audio(audio(3));
    const spoken = (until: number) =>
      session
        .progress(heard({ tentative: [word("uzun", 0.2, 0.9)], until }))
        .flatMap((effect) => (effect.type === "send" ? [effect.message] : []))
        .filter(({ type }) => type === "transcript.partial");
    expect(spoken(0.7)).toEqual([
      { type: "transcript.partial", segment: 0, start: 0.2, end: 0.7, text: "Uzun" },
    ]);
    expect(spoken(0.71)).toEqual([]);
    expect(spoken(0.98)).toMatchObject([{ end: 0.98, text: "Uzun" }]);
  });

  test("writes what the prompt names as the prompt spells it", () => {
    const session = new LiveSession({ ...settings, prompt: parsePrompt("Bozyaka, TRT") });
    session.audio(audio(3));
    const words = [word("te", 0.2, 0.3), word("re", 0.3, 0.4), word("te", 0.4, 0.5)];
    expect(summary(session.progress(heard({ tentative: words, until: 0.6 })))).toContain(
      "transcript.partial TRT",
    );
    session.end();
    const settled = [...words, word("bozyakada", 0.6, 1.2)];
    expect(summary(session.progress(heard({ settled, until: 3, finished: true })))).toContain(
      "transcript.final TRT Bozyaka'da.",
    );
  });

  test("silence has a final transcript too", () => {
    const session = new LiveSession(settings);
    session.end();
    const effects = session.progress(heard({ until: 0, finished: true }));
    expect(summary(effects)).toEqual(["transcript.final ", "close 1000"]);
  });

  test("warns of speech that is mostly not Turkish", () => {
    const warningsAfter = (
      ...parts: readonly (readonly [seconds: number, isTurkish: boolean])[]
    ) => {
      const session = new LiveSession(settings);
      let effects: readonly Effect[] = [];
      for (const [seconds, isTurkish] of parts) {
        session.audio(audio(seconds));
        session.finalize();
        effects = session.progress(heard({ until: seconds, finished: true, isTurkish }));
      }
      session.end();
      effects = session.progress(heard({ until: 0, finished: true }));
      const final = effects.find((effect) => effect.type === "send");
      return final !== undefined && "warnings" in final.message ? final.message.warnings : [];
    };
    expect(warningsAfter([4, false])).toMatchObject([{ code: "language_not_turkish" }]);
    expect(warningsAfter([4, false], [5, true])).toEqual([]);
    expect(warningsAfter()).toEqual([]);
  });

  test("words carry their times from the start of the audio, also after a flush", () => {
    const session = new LiveSession({ ...settings, words: true, interimResults: false });
    session.audio(audio(2));
    expect(summary(session.finalize())).toEqual(["end"]);
    expect(session.audio(audio(1))).toEqual([]);
    const first = { settled: [word("bir", 0.5, 1)], until: 2, finished: true };
    expect(summary(session.progress(heard(first)))).toEqual([
      "speech.started",
      "transcript.segment Bir.",
      "speech.stopped",
      "flushed",
      "reopen",
      "accept",
    ]);
    session.end();
    const second = { settled: [word("iki", 0.25, 0.5)], until: 1, finished: true };
    const effects = session.progress(heard(second));
    expect(
      effects.find(
        (effect) => effect.type === "send" && effect.message.type === "transcript.final",
      ),
    ).toMatchObject({
      message: {
        text: "Bir. İki.",
        duration: 3,
        segments: [
          { segment: 0, start: 0.5, end: 1, words: [{ word: "Bir", start: 0.5, end: 1 }] },
          { segment: 1, start: 2.25, end: 2.5, words: [{ word: "İki", start: 2.25, end: 2.5 }] },
        ],
        usage: { type: "duration", seconds: 3 },
      },
    });
  });

  test("an end during a flush waits for the audio that was held", () => {
    const session = new LiveSession(settings);
    session.audio(audio(1));
    session.finalize();
    session.audio(audio(1));
    expect(session.end()).toEqual([]);
    expect(summary(session.progress(heard({ until: 1, finished: true })))).toEqual([
      "flushed",
      "reopen",
      "accept",
      "end",
    ]);
    expect(summary(session.progress(heard({ until: 1, finished: true })))).toEqual([
      "transcript.final ",
      "close 1000",
    ]);
    expect(session.receivedSeconds).toBe(2);
  });

  test("what is asked for during a flush is done after it, in order", () => {
    const session = new LiveSession(settings);
    session.audio(audio(1));
    expect(summary(session.finalize())).toEqual(["end"]);
    const during = [
      session.audio(audio(1)),
      session.finalize(),
      session.audio(audio(1)),
      session.clear(),
      session.audio(audio(2)),
    ];
    expect(during.flat()).toEqual([]);
    const finished = { until: 1, finished: true };
    expect(summary(session.progress(heard(finished)))).toEqual([
      "flushed",
      "reopen",
      "accept",
      "end",
    ]);
    expect(summary(session.progress(heard(finished)))).toEqual([
      "flushed",
      "reopen",
      "accept",
      "reopen",
      "accept",
    ]);
    expect(session.receivedSeconds).toBe(5);
    const last = session.progress(heard({ settled: [word("son", 0.5, 1)], until: 1 }));
    expect(last[0]).toMatchObject({ message: { type: "speech.started", at: 3.5 } });
  });

  test("a flush of nothing is over at once", () => {
    const session = new LiveSession(settings);
    expect(summary(session.finalize())).toEqual(["flushed"]);
    expect(session.clear()).toEqual([]);
  });

  test("what was cleared is forgotten, and keeps its place in time", () => {
    const session = new LiveSession(settings);
    session.audio(audio(2));
    session.progress(heard({ settled: [word("bir", 0.5, 1)], until: 1.2 }));
    expect(summary(session.clear())).toEqual(["reopen"]);
    session.audio(audio(1));
    session.end();
    const rest = session.progress(
      heard({ settled: [word("iki", 0.2, 0.4)], until: 1, finished: true }),
    );
    expect(summary(rest)).toContain("transcript.final İki.");
    expect(rest[0]).toMatchObject({ message: { type: "speech.started", at: 2.2 } });
  });

  test("a change of the prompt opens a recognition that was given nothing anew, and no other does", () => {
    const session = new LiveSession(settings);
    const prompt = parsePrompt("Ankara");
    expect(summary(session.change({ ...settings, prompt }))).toEqual(["reopen"]);
    expect(session.change({ ...settings, prompt, endpointingMs: Infinity })).toEqual([]);
    session.audio(audio(20));
    expect(session.change({ ...settings, endpointingMs: Infinity })).toEqual([]);
    const settled = [word("bir", 0.5, 1), word("iki", 9, 9.5)];
    expect(summary(session.progress(heard({ settled, until: 19 })))).not.toContain(
      "transcript.segment Bir.",
    );
  });

  test("the same words make the same segments, in however many reports they come", () => {
    const words = [word("bir", 0.5, 1), word("iki", 1.6, 2.2), word("üç", 3, 3.5)];
    const whole = new LiveSession(settings);
    whole.audio(audio(5));
    whole.progress(heard({ settled: words, until: 5 }));
    const parts = new LiveSession(settings);
    parts.audio(audio(5));
    // A guess at the next word ends nothing, nor does what was decoded beyond a pause: a word may have begun in it.
    const guess = [word("ikisi", 1.9, 2)];
    const first = { settled: words.slice(0, 1), tentative: guess, until: 2.1, nextWordFrom: 1.6 };
    expect(summary(parts.progress(heard(first)))).not.toContain("transcript.segment Bir.");
    parts.progress(heard({ settled: words.slice(1, 2), until: 3.4, nextWordFrom: 3 }));
    parts.progress(heard({ settled: words.slice(2), until: 5 }));
    const segments = (session: LiveSession) =>
      session
        .breakOff()
        .flatMap((effect) => (effect.type === "send" ? [effect.message] : []))
        .flatMap((message) => (message.type === "transcript.final" ? message.segments : []));
    const expected = segments(whole);
    expect(expected.map(({ end }) => end)).toEqual([2.2, 3.5]);
    expect(segments(parts)).toEqual(expected);
  });

  test("reading stops over ten undecoded seconds and goes on under three", () => {
    const session = new LiveSession(settings);
    expect(summary(session.audio(audio(10)))).toEqual(["accept"]);
    expect(summary(session.audio(audio(1)))).toEqual(["accept", "pause"]);
    expect(summary(session.audio(audio(1)))).toEqual(["accept"]);
    expect(summary(session.progress(heard({ until: 9 })))).toEqual([]);
    expect(summary(session.progress(heard({ until: 9.5 })))).toEqual(["resume"]);
  });

  test("idling and too much audio end with the transcript, then the error", () => {
    const idle = new LiveSession(settings);
    idle.end(new ApiError("stream_idle_timeout"));
    expect(summary(idle.progress(heard({ until: 0, finished: true })))).toEqual([
      "transcript.final ",
      "fail stream_idle_timeout",
      "close 4408",
    ]);
    const long = new LiveSession(settings);
    long.audio(audio(7200));
    expect(summary(long.audio(audio(1)))).toEqual(["end"]);
    expect(summary(long.progress(heard({ until: 7200, finished: true }))).at(-1)).toBe(
      "close 4413",
    );
  });

  test("exactly two hours are taken, in one frame or in many; of a sample more, what lies before it is", () => {
    const frames = Array.from({ length: 7200 }, () => audio(1));
    for (const sent of [[audio(7200)], frames]) {
      const exact = new LiveSession(settings);
      for (const frame of sent) expect(summary(exact.audio(frame))).toContain("accept");
      expect(exact.receivedSeconds).toBe(7200);
      exact.end();
      const final = summary(exact.progress(heard({ until: 7200, finished: true })));
      expect(final).toEqual(["transcript.final ", "close 1000"]);
    }
    const more = new LiveSession(settings);
    more.audio(audio(7199));
    expect(summary(more.audio(new Float32Array(sampleRate + 1)))).toContain("accept");
    expect(more.receivedSeconds).toBe(7200);
    expect(summary(more.progress(heard({ until: 7200, finished: true })))).toEqual([
      "transcript.final ",
      "fail audio_too_long",
      "close 4413",
    ]);
  });

  test("audio in frames of one sample takes the room of its samples while a flush is waited for", () => {
    const session = new LiveSession(settings);
    session.audio(audio(1));
    session.finalize();
    const before = usedBytes();
    const frames = 200_000;
    for (let frame = 0; frame < frames; frame += 1) session.audio(new Float32Array(1));
    expect(usedBytes() - before).toBeLessThan(3 * 4 * frames);
    const effects = session.progress(heard({ until: 1, finished: true }));
    expect(summary(effects)).toEqual(["flushed", "reopen", "accept", "pause"]);
    expect(session.receivedSeconds).toBe(1 + frames / sampleRate);
  });

  test("broken off, it ends at once with the transcript of what was told", () => {
    const session = new LiveSession(settings);
    session.audio(audio(3));
    session.progress(heard({ settled: [word("merhaba", 0.2, 0.8)], until: 2 }));
    session.end();
    expect(summary(session.breakOff())).toEqual(["transcript.final Merhaba.", "close 1000"]);
    expect(session.breakOff()).toEqual([]);
  });

  test("a failure closes at once and nothing follows", () => {
    const session = new LiveSession(settings);
    expect(summary(session.fail(new ApiError("model_loading")))).toEqual([
      "fail model_loading",
      "close 4503",
    ]);
    expect(session.progress(heard({ until: 1, finished: true }))).toEqual([]);
    expect(session.fail(new ApiError("internal_error"))).toEqual([]);
    expect(summary(new LiveSession(settings).fail(new ApiError("internal_error")))).toContain(
      "close 1011",
    );
  });
});
