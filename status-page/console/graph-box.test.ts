import { expect, test } from "vitest";
import { wrapped } from "./graph-box.tsx";

test.each([
  { text: "Website", lines: ["Website"] },
  { text: "Live streaming transcription", lines: ["Live streaming", "transcription"] },
  { text: "Dashboard and sign-in of everybody", lines: ["Dashboard and", "sign-in of everyb…"] },
  { text: "Donaudampfschifffahrt", lines: ["Donaudampfschifff…"] },
])("$text", ({ text, lines }) => {
  expect(wrapped(text, 18, 2)).toEqual(lines);
});
