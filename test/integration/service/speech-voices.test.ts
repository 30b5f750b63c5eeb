import { longTest, shortTest as test } from "../../support/lengths.ts";
import { beforeAll, describe, expect } from "vitest";
import { melodyOf, trackPitch, voicedShare } from "#service/engine/synthesis/pitch-track.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import {
  speechRequest,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
}, STARTING_MS);

const input = "Bugün hava çok güzel, değil mi? Evet, öyle.";
const sample_rate = 8000;

interface Spoken {
  readonly seconds: number;
  readonly pitchHz: number;
  readonly voicedShare: number;
  readonly wav: Buffer;
  readonly ignoredWords: string | null;
}

async function spoken(fields: Readonly<Record<string, unknown>>): Promise<Spoken> {
  const request = speechRequest({ input, response_format: "wav", sample_rate, ...fields });
  const answer = await service.call("/v1/audio/speech", request);
  if (answer.status !== 200) throw new Error(await answer.text());
  const wav = Buffer.from(await answer.arrayBuffer());
  const { samples } = parseWav(wav);
  const track = trackPitch(samples, sample_rate);
  return {
    seconds: samples.length / sample_rate,
    pitchHz: melodyOf(track)?.pitchHz ?? 0,
    voicedShare: voicedShare(track),
    wav,
    ignoredWords: answer.headers.get("x-ignored-words"),
  };
}

const described = (voice_description: string) => spoken({ voice_description });
const directed = (instructions: string) => spoken({ voice: "emre", instructions });

describe("voice_description", () => {
  test("a deeper voice is lower, measured in the audio", async () => {
    const pitches: number[] = [];
    for (const how of ["çok ince sesli", "", "kalın sesli", "son derece kalın sesli"]) {
      pitches.push((await described(`${how} bir erkek`)).pitchHz);
    }
    expect(pitches).toEqual(pitches.toSorted((left, right) => right - left));
    expect(pitches[0]).toBeGreaterThan(1.5 * pitches.at(-1)!);
  });

  longTest("a woman is higher than a man, a child higher than both", async () => {
    const man = await described("bir adam");
    const woman = await described("a woman");
    const child = await described("çocuk sesi");
    expect(woman.pitchHz).toBeGreaterThan(1.3 * man.pitchHz);
    expect(child.pitchHz).toBeGreaterThan(1.1 * woman.pitchHz);
  });

  longTest("a slow one takes longer, a breathy one is less voiced", async () => {
    const slow = await described("yavaş konuşan bir kadın");
    const fast = await described("hızlı konuşan bir kadın");
    expect(slow.seconds).toBeGreaterThan(1.3 * fast.seconds);
    const breathy = await described("a very breathy woman");
    expect(breathy.voicedShare).toBeLessThan(0.8 * slow.voicedShare);
  });

  longTest(
    "is the same voice each time, whatever its case and spaces, and another one for other words",
    async () => {
      const one = await described("Genç, içten bir kadın");
      expect((await described("GENÇ,  İÇTEN bir kadın ")).wav.equals(one.wav)).toBe(true);
      expect((await described("İçten, genç bir kadın")).wav.equals(one.wav)).toBe(false);
    },
  );

  test("names the words that say nothing of a voice", async () => {
    expect((await described("kırmızı saçlı bir adam, purple")).ignoredWords).toBe(
      "k%C4%B1rm%C4%B1z%C4%B1,sa%C3%A7l%C4%B1,purple",
    );
    expect((await described("yaşlı bir adam")).ignoredWords).toBeNull();
  });

  longTest("a voice that is named beside it is not looked at", async () => {
    const alone = await described("yaşlı bir adam");
    const named = await spoken({ voice: "alloy", voice_description: "yaşlı bir adam" });
    expect(named.wav.equals(alone.wav)).toBe(true);
  });
});

describe("instructions and a leading (…)", () => {
  longTest.each(["(fısıldayarak) ", "(whispering)"])(
    "%s leaves hardly any voicing",
    async (leading) => {
      const plain = await spoken({ voice: "emre" });
      const whispered = await spoken({ voice: "emre", input: leading + input });
      expect(plain.voicedShare).toBeGreaterThan(0.5);
      expect(whispered.voicedShare).toBeLessThan(0.05);
    },
  );

  longTest("say the same in either place", async () => {
    const field = await directed("yavaş ve üzgün");
    const leading = await spoken({ voice: "emre", input: `(yavaş ve üzgün)${input}` });
    expect(leading.wav.equals(field.wav)).toBe(true);
  });

  longTest("slow down and speed up, lower and raise", async () => {
    const slow = await directed("çok yavaş");
    const fast = await directed("faster");
    expect(slow.seconds).toBeGreaterThan(1.5 * fast.seconds);
    const happy = await directed("çok neşeli");
    const sad = await directed("çok üzgün");
    expect(happy.pitchHz).toBeGreaterThan(1.2 * sad.pitchHz);
  });

  test("change how and not who, and name what they do not change", async () => {
    const plain = await spoken({ voice: "emre" });
    const woman = await directed("yaşlı bir kadın gibi");
    expect(woman.wav.equals(plain.wav)).toBe(true);
    expect(woman.ignoredWords).toBe("ya%C5%9Fl%C4%B1,kad%C4%B1n");
  });

  test("an empty () directs nothing", async () => {
    const plain = await spoken({ voice: "emre" });
    expect((await spoken({ voice: "emre", input: `()${input}` })).wav.equals(plain.wav)).toBe(true);
  });

  test.each(["(fısıldayarak)", "(fısıldayarak) !!!", "()"])(
    "%s alone has nothing to speak",
    async (nothing) => {
      const request = speechRequest({ voice: "emre", input: nothing });
      const answer = await service.call("/v1/audio/speech", request);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        error: { code: "invalid_request", param: "input" },
      });
    },
  );

  test("the first generation speaks a leading (…)", async () => {
    const plain = await spoken({ model: "synth-v1", voice: "emre" });
    const leading = await spoken({
      model: "synth-v1",
      voice: "emre",
      input: `(fısıldayarak) ${input}`,
    });
    expect(leading.seconds).toBeGreaterThan(plain.seconds + 0.3);
    expect(leading.voicedShare).toBeGreaterThan(0.5);
  });
});
