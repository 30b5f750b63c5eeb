import { textErrors } from "#word-errors/text-distance.ts";
import { Fault } from "#runtime/fault.ts";
import { hearFile } from "../trial/hear-file.ts";
import type { RunningModel } from "../trial/running-model.ts";
import type { HeardClip, LeftOutClip } from "./heard-clip.ts";
import { MAX_TEXT_CHARACTERS, type Clip } from "./layouts/clip.ts";

/** Clips in progress: one is transcribed while the next is decoded; more would wait for the same processor. */
const AT_ONCE = 3;

/**
 * Transcribes clips with a model, and calls `onHeard` with the number done after each; clips that fail are left out. Rejects
 * with Fault when the process of the model ends.
 */
export async function hearClips(
  model: RunningModel,
  clips: readonly Clip[],
  onHeard: (count: number) => void,
): Promise<{ readonly heard: readonly HeardClip[]; readonly leftOut: readonly LeftOutClip[] }> {
  const results: (HeardClip | LeftOutClip)[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    for (let at = next++; at < clips.length; at = next++) {
      results[at] = await hearClip(model, clips[at]!);
      if (model.pool.state !== "ok") throw new Fault(`the process of ${model.pool.id} ended`);
      onHeard((done += 1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    heard: results.filter((result) => "heard" in result),
    leftOut: results.filter((result) => "reason" in result),
  };
}

async function hearClip(model: RunningModel, clip: Clip): Promise<HeardClip | LeftOutClip> {
  const { name, file, text } = clip;
  if (text.length > MAX_TEXT_CHARACTERS) {
    return { name, reason: `its text is longer than ${MAX_TEXT_CHARACTERS} characters` };
  }
  try {
    const { text: heard, words, audioSeconds } = await hearFile(model, file);
    return { ...clip, heard, words, audioSeconds, errors: textErrors(text, heard) };
  } catch (error) {
    return { name, reason: oneLine(error) };
  }
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ");
}
