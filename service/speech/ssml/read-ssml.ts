import { readElement, type SsmlReading } from "./elements.ts";
import { ScriptWriter, type Script } from "./script.ts";
import { parseSsml } from "./ssml-document.ts";

/** Reads a document for a request; throws ApiError, which names element, line, and what is allowed. */
export function readSsml(text: string, reading: Omit<SsmlReading, "writer">): Script {
  const writer = new ScriptWriter();
  readElement(parseSsml(text), { ...reading, writer });
  return writer.finish();
}
