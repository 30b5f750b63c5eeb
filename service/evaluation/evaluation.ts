import { Fault } from "#runtime/fault.ts";
import type { Manifest } from "../engine/model/manifest.ts";
import type { RunningModel } from "../trial/running-model.ts";
import { errorTable, worstClips, type ErrorRow } from "./error-table.ts";
import type { HeardClip, LeftOutClip } from "./heard-clip.ts";
import { hearClips } from "./hear-clips.ts";
import type { ClipList } from "./layouts/clip.ts";

const WORST_CLIPS = 10;

/** A model's results on the clips of a folder. */
export interface Evaluation {
  readonly model: Manifest;
  readonly layout: string;
  readonly audioSeconds: number;
  /** The row of all clips first. */
  readonly table: readonly [ErrorRow, ...(readonly ErrorRow[])];
  readonly heard: readonly HeardClip[];
  readonly worst: readonly HeardClip[];
  readonly leftOut: readonly LeftOutClip[];
}

/** Transcribes clips with a model, and counts its errors as the monitor does; rejects with Fault when none can be used. */
export async function evaluate(
  model: RunningModel,
  { layout, clips }: ClipList,
  onHeard: (count: number) => void,
): Promise<Evaluation> {
  const { heard, leftOut } = await hearClips(model, clips, onHeard);
  const [first] = leftOut;
  if (heard.length === 0) {
    throw new Fault(`none of ${clips.length} clips can be heard; ${first?.name}: ${first?.reason}`);
  }
  const [all, ...groups] = errorTable(heard);
  if (all === undefined || all.errors.words === 0) {
    throw new Fault(`no word stands in the texts of ${heard.length} clips`);
  }
  return {
    model: model.pool.manifest,
    layout,
    audioSeconds: heard.reduce((sum, clip) => sum + clip.audioSeconds, 0),
    table: [all, ...groups],
    heard,
    worst: worstClips(heard, WORST_CLIPS),
    leftOut,
  };
}
