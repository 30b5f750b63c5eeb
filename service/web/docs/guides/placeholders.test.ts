import { expect, test } from "vitest";
import { filledIn } from "./guides.ts";

const service = { compatModelId: "whisper-1", limits: { uploadBytes: 2 ** 20 * 100, most: 5000 } };
const filled = (text: string) => filledIn(text, "tr", "https://speech.example", service);

test("addresses, names and limits are filled in, in the units that are asked for", () => {
  expect(
    filled("{{socket_url}}/v1 {{compat_model}} {{limits.uploadBytes:MB}} {{limits.most}}"),
  ).toBe("wss://speech.example/v1 whisper-1 100 5.000");
});

test("a name that nothing stands for is a fault", () => {
  expect(() => filled("{{limits.nothing}}")).toThrow("nothing stands for {{limits.nothing}}");
});
