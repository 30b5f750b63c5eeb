import { parse } from "@plussub/srt-vtt-parser";
import { beforeAll, expect, test } from "vitest";
import {
  fixtureClip,
  type SharedSpeechService,
  sharedSpeechService,
  transcriptionForm,
} from "../../support/service/speech-service.ts";

/** The parser's result; its own types name files that Node does not find. */
interface Entry {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

async function transcribe(response_format: string): Promise<string> {
  const { wav } = await fixtureClip();
  const form = transcriptionForm(wav, { model: "transcribe-1", response_format });
  const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body: form });
  expect(answer.status).toBe(200);
  return answer.text();
}

test("subtitles of a clip are read by an independent parser, and say what the text says", async () => {
  const text = await transcribe("text");
  for (const format of ["srt", "vtt"]) {
    const cues: readonly Entry[] = parse(await transcribe(format)).entries;
    let earlierEnd = 0;
    for (const { from, to } of cues) {
      expect(from).toBeGreaterThanOrEqual(earlierEnd);
      expect(to).toBeGreaterThan(from);
      earlierEnd = to;
    }
    const said = cues.map((cue) => cue.text.replaceAll("\n", " ")).join(" ");
    expect(said).toBe(text.trim());
  }
});
