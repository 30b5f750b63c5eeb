import { beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "../../../contract/errors.ts";
import type { ServerMessage } from "../../../contract/sockets/live-stream.ts";
import { RealtimeDialogue, type RealtimeEffect } from "./dialogue.ts";
import type { RealtimeServerEvent } from "../../../contract/sockets/realtime.ts";

/** Effects in short: events by their type, item and what they say, others by their type. */
function summary(effects: readonly RealtimeEffect[]): readonly string[] {
  return effects.map((effect) => (effect.type === "tell" ? said(effect.event) : effect.type));
}

function said(event: RealtimeServerEvent): string {
  const type = event.type
    .replace("conversation.item.input_audio_transcription.", "")
    .replace("input_audio_buffer.", "");
  if ("item" in event) return `${type} ${event.item.id} after ${event.previous_item_id}`;
  const { type: _, ...rest } = event;
  const values = Object.values(rest).filter((value) => typeof value !== "object");
  return [type, ...values].join(" ");
}

const newDialogue = (isFormer = false) => {
  let items = 0;
  return new RealtimeDialogue({
    identity: { id: "sess_1", expires_at: 7200, partials: "steady" },
    model: "transcribe-1",
    modelNames: () => ["transcribe-1", "whisper-1"],
    isFormer,
    newItemId: () => {
      items += 1;
      return `item_${items}`;
    },
  });
};
const segment = (start: number, end: number, text: string): ServerMessage => ({
  type: "transcript.segment",
  segment: 0,
  start,
  end,
  text,
});
const partial = (text: string): ServerMessage => ({
  type: "transcript.partial",
  segment: 0,
  start: 0,
  end: 0,
  text,
});
const started = (at: number): ServerMessage => ({ type: "speech.started", at });
const final: ServerMessage = {
  type: "transcript.final",
  text: "",
  duration: 0,
  segments: [],
  usage: { type: "duration", seconds: 0 },
};
const second = { type: "input_audio_buffer.append", audio: Buffer.alloc(48_000) } as const;
const commit = { type: "input_audio_buffer.commit" } as const;
const clear = { type: "input_audio_buffer.clear" } as const;
const byHand = {
  type: "session.update",
  session: { audio: { input: { turn_detection: null } } },
} as const;

let dialogue: RealtimeDialogue;
beforeEach(() => {
  dialogue = newDialogue();
});

describe("with turn detection", () => {
  test("what is said between two pauses becomes an item with its transcript", () => {
    expect(summary(dialogue.created())).toEqual(["session.created"]);
    expect(summary(dialogue.receive(second))).toEqual(["hear"]);
    expect(summary(dialogue.heard(started(0.5)))).toEqual(["speech_started 200 item_1"]);
    expect(summary(dialogue.heard(partial("Merhaba dün")))).toEqual([]);
    expect(summary(dialogue.heard(partial("Merhaba dünya")))).toEqual(["delta item_1 0 Merhaba"]);
    expect(summary(dialogue.heard(segment(0.5, 0.9, "Merhaba dünya.")))).toEqual([
      "speech_stopped 900 item_1",
      "committed item_1",
      "conversation.item.added item_1 after null",
      "conversation.item.done item_1 after null",
      "delta item_1 0  dünya.",
      "completed item_1 0 Merhaba dünya.",
    ]);
    expect(dialogue.heard({ type: "speech.stopped", at: 0.9 })).toEqual([]);
    // The padding ends where the item before does.
    expect(summary(dialogue.heard(started(1)))).toEqual(["speech_started 900 item_2"]);
    expect(summary(dialogue.heard(segment(1, 1.5, "Evet.")))).toContain(
      "conversation.item.added item_2 after item_1",
    );
  });

  test("a commit in the middle takes what is being said", () => {
    dialogue.receive(second);
    dialogue.heard(started(0.5));
    expect(summary(dialogue.receive(commit))).toEqual([
      "committed item_1",
      "conversation.item.added item_1 after null",
      "conversation.item.done item_1 after null",
      "finalize",
    ]);
    expect(summary(dialogue.heard(segment(0.5, 0.9, "Bir.")))).toEqual(["delta item_1 0 Bir."]);
    expect(dialogue.heard(started(1))).toEqual([]);
    expect(summary(dialogue.heard(segment(1, 1.2, "İki.")))).toEqual(["delta item_1 0  İki."]);
    expect(summary(dialogue.flushed())).toEqual(["completed item_1 0 Bir. İki."]);
    expect(dialogue.flushed()).toEqual([]);
  });

  test("clients of the dialect before hear its events", () => {
    dialogue = newDialogue(true);
    expect(summary(dialogue.created())).toEqual(["transcription_session.created"]);
    const update = { type: "transcription_session.update", session: {} } as const;
    expect(summary(dialogue.receive(update))).toEqual(["change", "transcription_session.updated"]);
    expect(summary(dialogue.heard(segment(0, 1, "Bir."))).slice(1, 3)).toEqual([
      "committed item_1",
      "conversation.item.created item_1 after null",
    ]);
  });
});

describe("without turn detection", () => {
  beforeEach(() => {
    dialogue.receive(byHand);
  });

  test("is told of its update", () => {
    expect(summary(dialogue.receive(byHand))).toEqual(["change", "session.updated"]);
  });

  test("every commit becomes an item, also one in which nothing is said", () => {
    dialogue.receive(second);
    expect(dialogue.heard(started(0.5))).toEqual([]);
    dialogue.heard(partial("Bir iki"));
    expect(summary(dialogue.heard(partial("Bir iki")))).toEqual(["delta item_1 0 Bir"]);
    dialogue.receive(commit);
    dialogue.receive(second);
    dialogue.receive(second);
    expect(summary(dialogue.receive(commit)).at(-1)).toBe("finalize");
    expect(summary(dialogue.heard(segment(0.5, 0.9, "Bir iki.")))).toEqual([
      "delta item_1 0  iki.",
    ]);
    const [first] = dialogue.flushed();
    expect(first).toMatchObject({
      event: { item_id: "item_1", transcript: "Bir iki.", usage: { seconds: 1 } },
    });
    const [next] = dialogue.flushed();
    expect(next).toMatchObject({
      event: { item_id: "item_2", transcript: "", usage: { seconds: 2 } },
    });
  });

  test("an empty buffer cannot be committed, and a cleared one is empty", () => {
    expect(() => dialogue.receive(commit)).toThrow(
      expect.objectContaining({ code: "input_audio_buffer_commit_empty" }),
    );
    dialogue.receive(second);
    expect(summary(dialogue.receive(clear))).toEqual(["clear", "cleared"]);
    expect(() => dialogue.receive(commit)).toThrow(/empty/);
  });

  test("the end tells what was committed, and what was not", () => {
    dialogue.receive(second);
    dialogue.receive(commit);
    dialogue.heard(segment(0.5, 0.9, "Bir."));
    expect(summary(dialogue.heard(final))).toEqual(["completed item_1 0 Bir."]);
    dialogue.receive(second);
    dialogue.heard(segment(1.5, 1.9, "İki."));
    expect(summary(dialogue.heard(final))).toEqual([
      "committed item_1 item_2",
      "conversation.item.added item_2 after item_1",
      "conversation.item.done item_2 after item_1",
      "completed item_2 0 İki.",
    ]);
  });

  test("a failure tells that what was committed has no transcript", () => {
    dialogue.receive(second);
    dialogue.receive(commit);
    expect(summary(dialogue.failed(new ApiError("model_loading")))).toEqual(["failed item_1 0"]);
    expect(dialogue.failed(new ApiError("model_loading"))).toEqual([]);
  });
});

test("a wrong update changes nothing", () => {
  const session = { audio: { input: { transcription: { model: "nova" } } } };
  expect(() => dialogue.receive({ type: "session.update", session })).toThrow(
    expect.objectContaining({ code: "model_not_found" }),
  );
  expect(dialogue.config.model).toBe("transcribe-1");
});
