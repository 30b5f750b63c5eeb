import { expect, test } from "vitest";
import { filledIn } from "./guides.ts";

const service: Parameters<typeof filledIn>[3] = {
  compatModelId: "whisper-1",
  limits: { uploadBytes: 2 ** 20 * 100, max: 5000 },
  compatTargetId: "zipformer-tr",
  synthesisModelId: "mms-tur",
  voices: [
    {
      model: "mms-tur",
      voices: [
        { name: "can", gender: "male", age: "young", sample: "" },
        { name: "ayla", gender: "female", age: "young", sample: "" },
      ],
    },
  ],
};
const filled = (text: string) => filledIn(text, "tr", "https://speech.example", service);

test("addresses, names and limits are filled in, in the units that are asked for", () => {
  expect(
    filled("{{socket_url}}/v1 {{compat_model}} {{limits.uploadBytes:MB}} {{limits.max}}"),
  ).toBe("wss://speech.example/v1 whisper-1 100 5.000");
});

test("a name that nothing stands for is a fault", () => {
  expect(() => filled("{{limits.nothing}}")).toThrow("nothing stands for {{limits.nothing}}");
});

test("examples name the models and voices that are installed", () => {
  expect(filled("{{compat_model}} {{compat_target}} {{synthesis_model}}")).toBe(
    "whisper-1 zipformer-tr mms-tur",
  );
  expect(filled("{{voice:ayla}} {{voice:emre}}")).toBe("ayla can");
  const unloaded = { ...service, voices: [] };
  expect(filledIn("{{voice:emre}}", "tr", "", unloaded)).toBe("emre");
});
