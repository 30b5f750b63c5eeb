import { describe, expect, test } from "vitest";
import { read } from "../../../contract/read.ts";
import { RealtimeSession } from "../../../contract/sockets/realtime.ts";
import {
  DEFAULT_CONFIG,
  recognitionParameters,
  sessionDescription,
  updatedConfig,
} from "./config.ts";

const update = (session: unknown) =>
  updatedConfig(read(RealtimeSession, session), DEFAULT_CONFIG, ["transcribe-1", "whisper-1"]);

describe("updatedConfig", () => {
  test.each([
    [
      "today's dialect",
      {
        type: "transcription",
        audio: {
          input: {
            format: { type: "audio/pcmu" },
            transcription: { model: "whisper-1", language: "tr", prompt: "Bozyaka" },
            turn_detection: { type: "server_vad", silence_duration_ms: 900, prefix_padding_ms: 0 },
          },
        },
      },
    ],
    [
      "the one before",
      {
        input_audio_format: "g711_ulaw",
        input_audio_transcription: { model: "whisper-1", language: "tr", prompt: "Bozyaka" },
        turn_detection: { type: "server_vad", silence_duration_ms: 900, prefix_padding_ms: 0 },
      },
    ],
  ])("reads %s", (_title, session) => {
    const config = update(session);
    expect(config).toMatchObject({
      model: "whisper-1",
      language: "tr",
      sampleRate: 8000,
      turnDetection: { silenceMs: 900, prefixPaddingMs: 0 },
    });
    expect(recognitionParameters(config)).toMatchObject({
      encoding: "mulaw",
      sampleRate: 8000,
      endpointingMs: 900,
      prompt: { phrases: ["bozyaka"] },
    });
  });

  test("leaves what is not named, and takes null for no turn detection", () => {
    expect(update({})).toEqual(DEFAULT_CONFIG);
    const config = update({ audio: { input: { turn_detection: null } } });
    expect(config).toEqual({ ...DEFAULT_CONFIG, turnDetection: null });
    expect(recognitionParameters(config).endpointingMs).toBe(Infinity);
    const identity = { id: "sess_1", expires_at: 1, partials: "slower" } as const;
    expect(sessionDescription(identity, config)).toMatchObject({
      partials: "slower",
      audio: { input: { format: { type: "audio/pcm", rate: 24_000 }, turn_detection: null } },
    });
  });

  test("takes semantic_vad as server_vad", () => {
    const config = update({ turn_detection: { type: "semantic_vad", eagerness: "low" } });
    expect(config).toEqual(DEFAULT_CONFIG);
  });

  test.each(["tr", "TR", "tr-TR", "Turkish", "auto", ""])("takes %j for Turkish", (language) => {
    expect(() => update({ audio: { input: { transcription: { language } } } })).not.toThrow();
  });

  test.each([
    [{ type: "realtime" }, "session.type"],
    [{ audio: 5 }, "audio"],
    [{ input_audio_format: "opus" }, "format"],
    [{ audio: { input: { format: { type: "audio/pcm", rate: 4000 } } } }, "format.rate"],
    [{ audio: { input: { transcription: { model: "nova" } } } }, "model"],
    [{ audio: { input: { transcription: { language: "en" } } } }, "language"],
    [{ turn_detection: { type: "other_vad" } }, "turn_detection.type"],
    [{ turn_detection: { silence_duration_ms: -1 } }, "turn_detection.silence_duration_ms"],
  ])("refuses %j", (session, param) => {
    expect(() => update(session)).toThrow(expect.objectContaining({ param }));
  });
});
