import { Type } from "typebox";
import { LIMITS } from "./limits.ts";

export const InputText = Type.String({
  minLength: 1,
  maxLength: LIMITS.inputCharacters,
  pattern: String.raw`\S`,
  "x-too-long": "input_too_long",
  "x-takes": "a string that is not empty",
});
