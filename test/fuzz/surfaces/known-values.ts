import type { KnownValues } from "../inputs/of-schema.ts";
import type { Targets } from "../surface.ts";
import { clipFile } from "./recordings.ts";

interface List {
  readonly data: readonly { readonly id: string }[];
}

/** What exists at a service and no schema tells: models, voices, ids; short texts, so that speech is quickly made. */
export async function knownValues({ url, key }: Targets["service"]): Promise<KnownValues> {
  const headers = { authorization: `Bearer ${key}` };
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const ids = ({ data }: List): readonly string[] => data.map(({ id }) => id);
  const models = ids((await call("GET", "/v1/models")) as List);
  const voices = ids((await call("GET", "/v1/voices?type=builtin")) as List);
  const entry = await call("POST", "/v1/pronunciations", { word: "abc", alias: "abece" });
  const { id } = entry as { readonly id: string };
  return {
    model: models,
    voice: voices,
    id: [id, "voice_0", "a/b", "%"],
    input: ["Merhaba.", "Saat 14.30'da.", "3,5 TL", "TBMM'ye"],
    language: ["tr"],
    text: ["Merhaba. ", "Saat 14.30'da geliyor.", "TBMM'ye", " ", "."],
    reference_audio: [clipFile.toString("base64")],
    audio: [clipFile.subarray(44, 3244).toString("base64"), ""],
    stream_format: ["audio", "sse"],
    start_day: ["2026-11-01"],
    end_day: ["2026-11-30"],
  };
}
