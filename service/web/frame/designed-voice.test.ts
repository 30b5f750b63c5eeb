import { expect, test } from "vitest";
import { readDesign, savingAddress } from "./designed-voice.ts";

const design = { name: "Dede ❤", description: "yaşlı, kalın sesli bir dede??>>" };

test("a designed voice is carried by the address of the page that saves it", () => {
  const address = savingAddress(design);
  expect(address).toMatch(/^\/dashboard\/voices\?design=[\w-]+$/);
  expect(readDesign(address.split("=")[1])).toEqual(design);
});

test.each([undefined, "", "!", "bm9uZQ", btoa("[1,2]"), btoa("{}"), btoa('["a"]')])(
  "%s carries none",
  (text) => {
    expect(readDesign(text)).toBeUndefined();
  },
);
