import { describe, expect, test } from "vitest";
import { ApiError } from "../../../contract/errors.ts";
import { SpeechDialogue, type SpeechEffect } from "./dialogue.ts";

/** Effects in short: texts, messages by their type and figures, others by their type. */
function summary(effects: readonly SpeechEffect[]): readonly string[] {
  return effects.map((effect) => {
    if (effect.type === "speak") return `speak ${effect.text.trim()}`;
    if (effect.type === "fail") return `fail ${effect.error.code}`;
    if (effect.type === "close") return `close ${effect.code}`;
    if (effect.type !== "send") return effect.type;
    const { type, ...rest } = effect.message;
    return [type, ...Object.values(rest)].join(" ");
  });
}

const spoken = (characters: number, seconds: number) => ({ characters, seconds });

describe("SpeechDialogue", () => {
  test("speaks sentences as they are whole, the rest at a flush, and ends with the sums", () => {
    const dialogue = new SpeechDialogue();
    expect(summary(dialogue.append("Merhaba dün"))).toEqual([]);
    expect(summary(dialogue.append("ya. Nasıl"))).toEqual(["speak Merhaba dünya."]);
    expect(summary(dialogue.flush())).toEqual(["speak Nasıl", "finish"]);
    expect(summary(dialogue.append("Son."))).toEqual([]);
    expect(summary(dialogue.quiet())).toEqual(["speak Son."]);
    expect(summary(dialogue.spoken(spoken(20, 1.2345)))).toEqual(["audio.flushed 20 1.235"]);
    expect(summary(dialogue.end())).toEqual(["finish"]);
    expect(summary(dialogue.spoken(spoken(4, 0.5)))).toEqual(["audio.done 24 1.735", "close 1000"]);
  });

  test("tells of every flush, in order, before the end", () => {
    const dialogue = new SpeechDialogue();
    dialogue.append("Bir.");
    expect(summary([...dialogue.flush(), ...dialogue.flush(), ...dialogue.end()])).toEqual([
      "speak Bir.",
      "finish",
      "finish",
      "finish",
    ]);
    expect(summary(dialogue.spoken(spoken(4, 1)))).toEqual(["audio.flushed 4 1"]);
    expect(summary(dialogue.spoken(spoken(0, 0)))).toEqual(["audio.flushed 0 0"]);
    expect(summary(dialogue.spoken(spoken(0, 0)))).toEqual(["audio.done 4 1", "close 1000"]);
  });

  test("a clear takes back what was not spoken, and is told of like a flush", () => {
    const dialogue = new SpeechDialogue();
    dialogue.append("Bir. İk");
    expect(dialogue.isMidUtterance).toBe(true);
    expect(summary(dialogue.clear())).toEqual(["cut", "finish"]);
    expect(dialogue.isMidUtterance).toBe(false);
    expect(summary(dialogue.append("üç. "))).toEqual(["speak üç."]);
  });

  test("at the process's end it says so, speaks the rest and closes with 1012, unless the client has ended", () => {
    const dialogue = new SpeechDialogue();
    dialogue.append("Son");
    expect(summary(dialogue.shutdown())).toEqual(["session.ending", "speak Son", "finish"]);
    expect(summary(dialogue.shutdown())).toEqual([]);
    expect(summary(dialogue.spoken(spoken(3, 0.5)))).toEqual(["audio.done 3 0.5", "close 1012"]);
    const ended = new SpeechDialogue();
    ended.end();
    expect(summary(ended.shutdown())).toEqual([]);
    expect(summary(ended.spoken(spoken(0, 0)))).toEqual(["audio.done 0 0", "close 1000"]);
  });

  test("what comes after the end is not taken", () => {
    const dialogue = new SpeechDialogue();
    dialogue.end();
    const late = [dialogue.append("Bir. "), dialogue.quiet(), dialogue.flush(), dialogue.clear()];
    expect([...late, dialogue.end()].flat()).toEqual([]);
  });

  test("more text than one request may have needs a flush", () => {
    const dialogue = new SpeechDialogue();
    expect(summary(dialogue.append("ş".repeat(5000)))).toEqual([]);
    dialogue.flush();
    expect(summary(dialogue.append("ş".repeat(5000)))).toEqual([]);
    expect(summary(dialogue.append("a"))).toEqual(["cut", "fail input_too_long", "close 4400"]);
    expect(dialogue.spoken(spoken(0, 0))).toEqual([]);
    expect(dialogue.fail(new ApiError("internal_error"))).toEqual([]);
  });

  test("sentences that are whole may be as many as there are", () => {
    const dialogue = new SpeechDialogue();
    for (let turn = 0; turn < 200; turn += 1) {
      const effects = dialogue.append("Bu cümle kısadır ve her seferinde tamdır. ");
      for (const effect of effects) if (effect.type === "speak") dialogue.begun(effect.characters);
      expect(summary(effects)).not.toContain("fail input_too_long");
    }
    expect(summary(dialogue.append("a".repeat(5001)))).toContain("fail input_too_long");
  });

  test("broken off, it cuts what is spoken and ends with the sums of what was", () => {
    const dialogue = new SpeechDialogue();
    dialogue.append("Bir.");
    dialogue.flush();
    dialogue.append("İki.");
    dialogue.end();
    expect(summary(dialogue.breakOff())).toEqual(["cut"]);
    expect(summary(dialogue.spoken(spoken(4, 1)))).toEqual(["audio.flushed 4 1"]);
    expect(summary(dialogue.spoken(spoken(0, 0)))).toEqual(["audio.done 4 1", "close 1000"]);
    expect(dialogue.breakOff()).toEqual([]);
  });

  test("reads no more while much waits to be spoken", () => {
    const dialogue = new SpeechDialogue();
    const text = "ş".repeat(3000);
    dialogue.append(text);
    expect(summary(dialogue.flush()).at(-1)).toBe("finish");
    dialogue.append(text);
    expect(summary(dialogue.flush()).slice(1)).toEqual(["pause", "finish"]);
    expect(dialogue.isIdle).toBe(false);
    expect(dialogue.begun(3000)).toEqual([]);
    expect(summary(dialogue.begun(3000))).toEqual(["resume"]);
  });

  test("a clear goes on reading", () => {
    const dialogue = new SpeechDialogue();
    for (let turn = 0; turn < 2; turn += 1) {
      dialogue.append("ş".repeat(3000));
      dialogue.flush();
    }
    expect(summary(dialogue.clear())).toEqual(["cut", "finish", "resume"]);
  });
});
