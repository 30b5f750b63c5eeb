import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Static, Type } from "typebox";
import type { CheckContext } from "../check/context.ts";
import { parseWav } from "./wav.ts";

const MAX_CLIPS = 50;

const clip = Type.String({
  description: "WAV file with a clip of Turkish speech; relative to this file.",
  minLength: 1,
});
const text = Type.String({
  description: "Text file with exactly what is said in the clip; relative to this file.",
  minLength: 1,
});
const limit = Type.Number({
  description: "For this clip, in place of the check's.",
  minimum: 0,
  maximum: 1,
});

/** One of several clips, whose limits override those of the check. */
const clipInTurn = Type.Object(
  {
    clip,
    text,
    max_word_error_ratio: Type.Optional(limit),
    max_character_error_ratio: Type.Optional(limit),
  },
  { additionalProperties: false },
);

/** Options of every check that sends a recording: one clip, or several. When the file is read, one becomes a list of one. */
export const clipOptions = {
  clip: Type.Optional(clip),
  text: Type.Optional(text),
  clips: Type.Optional(
    Type.Array(clipInTurn, {
      description:
        "Several clips in place of clip and text: each slot takes the next, in the same order at every location and after every start.",
      minItems: 1,
      maxItems: MAX_CLIPS,
    }),
  ),
};

const options = Type.Object(clipOptions);

export type ClipOptions = Static<typeof options>;
export type ClipFiles = Static<typeof clipInTurn>;

/** A recording with what is said in it. */
export type Clip = Awaited<ReturnType<typeof readClip>>;

/** Returns the recording that a check sends, and notes it in the trace: the clip of its slot, or that of the run it repeats. */
export async function clipToSend(
  { clips = [] }: Pick<ClipOptions, "clips">,
  { turn, replayed, trace }: Pick<CheckContext, "turn" | "replayed" | "trace">,
): Promise<Clip> {
  const again = replayed?.audio;
  const sent =
    again === undefined
      ? await readClip(clips, turn)
      : {
          ...contentOf(again, replayed?.text ?? ""),
          name: replayed?.clip,
          limits: limitsOf(clips.find((files) => nameOf(files) === replayed?.clip)),
        };
  trace.input = { text: sent.text, audio: sent.file, clip: sent.name };
  return sent;
}

/** Reads the clip of a slot and its text; they are read again for each run, so that either file can be replaced. */
export async function readClip(clips: readonly ClipFiles[], turn: number) {
  const files = clips[turn % clips.length];
  if (files === undefined) throw new Error("a check that sends a recording has none");
  const [audio, said] = await Promise.all([readFile(files.clip), readFile(files.text, "utf8")]);
  return {
    ...contentOf(new Uint8Array(audio), said.trim()),
    name: nameOf(files) as string | undefined,
    limits: limitsOf(files),
  };
}

/** Returns the name of a clip in results: its file name without folder and extension. */
export function nameOf(files: Pick<ClipFiles, "clip">): string {
  return path.parse(files.clip).name;
}

function contentOf(file: Uint8Array<ArrayBuffer>, said: string) {
  const { sampleRateHz, samples } = parseWav(file);
  const durationSeconds = samples.length / sampleRateHz;
  return { file, text: said, sampleRateHz, samples, durationSeconds };
}

/** Returns a clip's own limits; for those that it does not have, the check's apply. */
function limitsOf(files: ClipFiles | undefined): Omit<ClipFiles, "clip" | "text"> {
  const { clip: _clip, text: _text, ...limits } = files ?? { clip: "", text: "" };
  return limits;
}
