import type { CodeBlock } from "../code-block.tsx";
import type { Call, CallWriter } from "./call.ts";
import { curl } from "./curl.ts";
import { javascript } from "./javascript.ts";
import { python } from "./python.ts";

/** Call writers, by the language of their code fences. */
const WRITERS: Readonly<Record<string, CallWriter>> = { bash: curl, javascript, python };

/** Writes a call in each language that can make it. */
export function samplesOfCall(call: Call, baseUrl: string): readonly CodeBlock[] {
  return Object.entries(WRITERS).flatMap(([language, writer]) => {
    const code = writer[call.kind]?.(call, baseUrl);
    return code === undefined ? [] : [{ language, code }];
  });
}
