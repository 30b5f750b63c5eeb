import { describe, expect, test } from "vitest";
import type { Segment } from "../transcript/segments.ts";
import {
  canGoOn,
  heardNobody,
  hearsNothing,
  INITIAL_LIVE,
  isLate,
  isReconnecting,
  nextLive,
  type LiveEvent,
  type LiveState,
} from "./live-state.ts";

const after = (...events: readonly LiveEvent[]): LiveState => events.reduce(nextLive, INITIAL_LIVE);

const segment = (start: number, text: string): Segment => ({
  start,
  end: start + 1,
  text,
  words: [{ word: text, start, end: start + 1 }],
});
const start: LiveEvent = { type: "start", goesOn: false };
const granted: LiveEvent = { type: "granted" };
const stop: LiveEvent = { type: "stop" };
const listening = [start, granted] as const;
const said = (at: number, text: string): LiveEvent => ({
  type: "message",
  message: { type: "transcript.segment", segment: 0, ...segment(at, text) },
});
const partial = (text: string): LiveEvent => ({
  type: "message",
  message: { type: "transcript.partial", segment: 0, start: 2, end: 3, text },
});
const final = (...segments: readonly Segment[]): LiveEvent => ({
  type: "message",
  message: {
    type: "transcript.final",
    text: "",
    duration: 1,
    segments: segments.map((one) => ({ segment: 0, ...one })),
    usage: { type: "duration", seconds: 1 },
  },
});
const textOfSegments = (segments: readonly Segment[]) => segments.map(({ text }) => text).join(" ");
const problem = { code: "connection_lost" };
const closed: LiveEvent = { type: "closed", problem };
const samples = (seconds: number, peak: number): LiveEvent => ({ type: "samples", seconds, peak });

describe("a live transcript", () => {
  test("goes from the press of a button to the final transcript", () => {
    expect(after(start).phase).toBe("asking");
    expect(after(...listening).phase).toBe("listening");
    expect(after(...listening, stop).phase).toBe("finishing");
    const done = after(...listening, said(0, "Merhaba."), stop, final(segment(0, "Merhaba!")));
    expect(done).toMatchObject({ phase: "done", problem: undefined });
    expect(textOfSegments(done.segments)).toBe("Merhaba!");
    expect(nextLive(done, closed)).toBe(done);
  });

  test("shows a partial until its segment comes", () => {
    const recognised = after(...listening, said(0, "Bir."), partial("iki"));
    expect(recognised.partial).toEqual({ start: 2, text: "iki" });
    expect(nextLive(recognised, partial("")).partial).toBeUndefined();
    const heard = nextLive(recognised, said(2, "İki."));
    expect(heard.partial).toBeUndefined();
    expect(textOfSegments(heard.segments)).toBe("Bir. İki.");
  });

  test("passes over messages that it does not show", () => {
    const state = after(...listening);
    const message = { type: "speech.started", at: 1 } as const;
    expect(nextLive(state, { type: "message", message })).toBe(state);
  });

  test("gives words the marks of their segment's text", () => {
    const marked: LiveEvent = {
      type: "message",
      message: { type: "transcript.segment", segment: 0, ...segment(0, "bir"), text: " Bir." },
    };
    expect(after(...listening, marked).segments[0]).toMatchObject({
      text: "Bir.",
      words: [{ word: "Bir.", start: 0, end: 1 }],
    });
  });

  test("counts what it listens to, and only that", () => {
    expect(after(start, samples(1, 1)).seconds).toBe(0);
    expect(after(...listening, samples(1, 1), samples(0.5, 1)).seconds).toBe(1.5);
    expect(after(...listening, samples(1, 1), stop, samples(1, 1)).seconds).toBe(1);
  });

  test("tells when words come late, while it runs", () => {
    // The partial transcript ends at 3 s.
    expect(isLate(after(...listening, samples(5, 1), partial("bir")))).toBe(false);
    const late = after(...listening, samples(9, 1), partial("bir"));
    expect(isLate(late)).toBe(true);
    expect(isLate(nextLive(late, stop))).toBe(true);
    expect(isLate(nextLive(late, said(7, "Bir.")))).toBe(false);
    expect(isLate(after(...listening, samples(9, 1), partial("bir"), stop, final()))).toBe(false);
  });

  test("tells when no sound comes, until one does; pauses are none of its business", () => {
    const silent = after(...listening, samples(5, 0));
    expect(hearsNothing(silent)).toBe(true);
    const sounding = nextLive(silent, samples(0.1, 0.2));
    expect(hearsNothing(sounding)).toBe(false);
    expect(hearsNothing(nextLive(sounding, samples(9, 0)))).toBe(false);
    expect(hearsNothing(after(...listening, samples(3, 0)))).toBe(false);
  });

  test("tells when nobody spoke", () => {
    expect(heardNobody(after(...listening, stop, final()))).toBe(true);
    expect(heardNobody(after(...listening, stop, final(segment(0, "a"))))).toBe(false);
    expect(heardNobody(after(...listening, samples(1, 1), closed))).toBe(false);
  });

  test("is given up before the microphone is granted", () => {
    expect(after(start, stop).phase).toBe("idle");
    expect(after(start, stop, granted).phase).toBe("idle");
  });
});

describe("trouble", () => {
  test("a refused microphone leaves it as it was", () => {
    const refused = after(start, { type: "failed", problem: { code: "microphone_refused" } });
    expect(refused).toMatchObject({ phase: "idle", problem: { code: "microphone_refused" } });
    expect(canGoOn(refused)).toBe(false);
    expect(nextLive(refused, start).problem).toBeUndefined();
  });

  test("a microphone that goes away still leads to a final transcript", () => {
    const lost = after(...listening, said(0, "Bir."), { type: "lost" });
    expect(lost.phase).toBe("finishing");
    expect(nextLive(lost, final(segment(0, "Bir.")))).toMatchObject({
      phase: "done",
      problem: { code: "microphone_lost" },
    });
  });

  test("a connection that breaks keeps what was heard", () => {
    const cut = after(...listening, samples(1, 1), said(0, "Bir."), partial("iki"), closed);
    expect(cut).toMatchObject({ phase: "done", problem, partial: undefined });
    expect(textOfSegments(cut.segments)).toBe("Bir.");
    expect(canGoOn(cut)).toBe(true);
  });

  test("the service's reason counts more than the close that follows", () => {
    const error = {
      code: "server_busy",
      message: "Later.",
      type: "server_error",
      param: null,
      request_id: "req_1",
      retry_after: 10,
    } as const;
    const refused = after(
      ...listening,
      { type: "message", message: { type: "error", error } },
      closed,
    );
    expect(refused.problem).toEqual({
      code: "server_busy",
      message: "Later.",
      retryAfterSeconds: 10,
    });
  });

  test("going on keeps what was heard, with times that follow it", () => {
    const cut = after(...listening, samples(4, 1), said(0, "Bir."), closed);
    const again = [
      { type: "start", goesOn: true },
      granted,
      samples(3, 1),
      said(1, "İki."),
    ] as const;
    const going = again.reduce<LiveState>(nextLive, cut);
    expect(going).toMatchObject({ phase: "listening", seconds: 7, problem: undefined });
    expect(going.segments.map(({ start: at }) => at)).toEqual([0, 5]);
    expect(going.segments[1]?.words[0]).toMatchObject({ start: 5, end: 6 });
    const done = nextLive(nextLive(going, stop), final(segment(1, "İki!")));
    expect(textOfSegments(done.segments)).toBe("Bir. İki!");
  });
});

describe("a connection that breaks and comes again", () => {
  const broken: LiveEvent = { type: "broken" };
  const connected = (fromSeconds: number): LiveEvent => ({ type: "connected", fromSeconds });
  const cut = after(
    ...listening,
    connected(0),
    samples(4, 1),
    said(0, "Bir."),
    partial("iki"),
    broken,
  );

  test("keeps listening, and all that is shown", () => {
    expect(isReconnecting(cut)).toBe(true);
    expect(cut).toMatchObject({ phase: "listening", partial: { text: "iki" } });
    expect(nextLive(cut, samples(2, 1)).seconds).toBe(6);
  });

  test("goes on where the last final text ended, with times of the whole", () => {
    const again = nextLive(cut, connected(1.4));
    expect(again).toMatchObject({ lostSeconds: 0, problem: undefined });
    expect(isReconnecting(again)).toBe(false);
    const done = [said(0.6, "İki."), stop, final(segment(0.6, "İki!"))].reduce(nextLive, again);
    expect(textOfSegments(done.segments)).toBe("Bir. İki!");
    expect(done.segments[1]?.start).toBeCloseTo(2);
    expect(done.phase).toBe("done");
  });

  test("tells how much was said meanwhile that is not kept", () => {
    const long = [samples(70, 1), broken, connected(14)].reduce(nextLive, cut);
    // From the partial's beginning on.
    expect(long.lostSeconds).toBe(12);
    const twice = [samples(80, 1), broken, samples(90, 1), connected(190)].reduce(nextLive, long);
    expect(twice.lostSeconds).toBe(48);
  });

  test("may come after the last sound too", () => {
    const finishing = nextLive(cut, stop);
    expect(isReconnecting(finishing)).toBe(true);
    const done = [connected(1.4), final(segment(0.6, "İki."))].reduce(nextLive, finishing);
    expect(textOfSegments(done.segments)).toBe("Bir. İki.");
  });

  test("is given up with a problem, and can go on by hand with what was kept", () => {
    const given = nextLive(cut, closed);
    expect(given).toMatchObject({ phase: "done", problem, partial: undefined });
    expect(isReconnecting(given)).toBe(false);
    expect(canGoOn(given)).toBe(true);
    const again = [{ type: "start", goesOn: true }, granted, connected(3)] as const;
    const going = again.reduce<LiveState>(nextLive, given);
    expect(going).toMatchObject({ phase: "listening", lostSeconds: 1, earlier: { seconds: 3 } });
  });
});

test("a sample is listened to in place of the microphone, and is not continued by it", () => {
  const playing = after({ ...start, clip: "order" }, granted, samples(1, 1), said(0, "Bir."));
  expect(playing).toMatchObject({ phase: "listening", clip: "order" });
  expect(canGoOn(nextLive(playing, closed))).toBe(false);
  expect(nextLive(nextLive(playing, closed), start).clip).toBeUndefined();
});

test("what the session says of partial transcripts is kept until another begins", () => {
  const started: LiveEvent = {
    type: "message",
    message: {
      type: "session.started",
      session_id: "sess_1",
      request_id: "req_1",
      model: "transcribe-1",
      sample_rate: 48_000,
      partials: "slower",
      expires_at: "2026-11-24T00:00:00Z",
    },
  };
  const state = after(...listening, started, stop);
  expect(state.partials).toBe("slower");
  expect(nextLive(state, start).partials).toBeUndefined();
});

describe("events that come late", () => {
  const over = after(...listening, samples(1, 0.5), said(0, "Bir"), stop, final(segment(0, "Bir")));

  test.each<LiveEvent>([
    { type: "connected", fromSeconds: 1 },
    { type: "broken" },
    partial("iki"),
    said(2, "iki"),
    { type: "lost" },
    { type: "failed", problem },
    closed,
    stop,
    granted,
  ])("change nothing once it is over: $type", (event) => {
    expect(over.phase).toBe("done");
    expect(nextLive(over, event)).toEqual(over);
  });

  test("of a microphone that is lost end only what listens", () => {
    const lost: LiveEvent = { type: "lost" };
    expect(after(start, lost).phase).toBe("asking");
    expect(after(...listening, lost)).toMatchObject({
      phase: "finishing",
      problem: { code: "microphone_lost" },
    });
    expect(after(...listening, stop, lost).problem).toBeUndefined();
  });

  test("of a reader who stops before the microphone was granted end at once", () => {
    expect(after(start, stop)).toMatchObject({ phase: "idle", segments: [] });
    expect(after(stop).phase).toBe("idle");
    const again = [...listening, samples(1, 0.5), said(0, "Bir"), stop, final(segment(0, "Bir"))];
    const goesOn: LiveEvent = { type: "start", goesOn: true };
    expect(after(...again, goesOn, stop).phase).toBe("done");
  });
});
