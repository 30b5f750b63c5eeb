import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { Fault } from "#runtime/fault.ts";
import type { Clip, ClipList } from "./clip.ts";
import { commonVoiceClips, isCommonVoice } from "./common-voice.ts";
import { fleursClips, isFleurs } from "./fleurs.ts";
import { tabSeparated } from "./tab-separated.ts";
import { clipsWithTexts, RECORDING_ENDINGS } from "./text-beside.ts";

interface ListLayout {
  readonly name: string;
  readonly fits: (firstRow: readonly string[]) => boolean;
  readonly read: (list: string) => Promise<readonly Clip[]>;
}

/** Layouts with a list of the clips, recognised by the first row of the list. */
const LIST_LAYOUTS: readonly ListLayout[] = [
  { name: "Common Voice", fits: isCommonVoice, read: commonVoiceClips },
  { name: "FLEURS", fits: isFleurs, read: fleursClips },
];

/** Preferred lists, in order: clips that no training should have used. */
const LISTS = ["test.tsv", "validated.tsv"];

const LOOKED_FOR =
  `looked for ${LISTS.join(", ")} or a single .tsv (Common Voice: a heading with path and sentence, recordings in clips; ` +
  "FLEURS: id, name.wav and text, recordings in a folder of the list's name or in audio) " +
  `and for recordings (${RECORDING_ENDINGS.join(" ")}) with a .txt of the same name`;

/** Reads the clips of a folder, or of one of its .tsv lists; rejects with Fault. */
export async function openClips(place: string): Promise<ClipList> {
  const names = await namesIn(place);
  if (names === undefined) return listed(place);
  const list = listAmong(place, names);
  if (list !== undefined) return listed(path.join(place, list));
  const clips = await clipsWithTexts(place, names);
  if (clips.length > 0) return { layout: "texts beside recordings", clips };
  throw new Fault(`${place}: fits no layout; ${LOOKED_FOR}`);
}

/** Returns the sorted names in a folder; undefined where the place is a list. */
async function namesIn(place: string): Promise<readonly string[] | undefined> {
  try {
    if ((await stat(place)).isDirectory()) return (await readdir(place)).toSorted();
  } catch (error) {
    throw new Fault(`${place}: cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (place.endsWith(".tsv")) return undefined;
  throw new Fault(`${place}: is neither a folder nor a .tsv list`);
}

function listAmong(folder: string, names: readonly string[]): string | undefined {
  const lists = names.filter((name) => name.endsWith(".tsv"));
  const chosen = LISTS.find((name) => lists.includes(name)) ?? lists[0];
  if (chosen !== undefined && lists.length > 1 && !LISTS.includes(chosen)) {
    throw new Fault(`${folder}: has several lists; name one of ${lists.join(", ")}`);
  }
  return chosen;
}

async function listed(list: string): Promise<ClipList> {
  const { value: firstRow } = await tabSeparated(list).next();
  const layout = LIST_LAYOUTS.find(({ fits }) => fits(firstRow ?? []));
  if (layout === undefined) throw new Fault(`${list}: fits no layout; ${LOOKED_FOR}`);
  const clips = await layout.read(list);
  if (clips.length === 0) throw new Fault(`${list}: lists no clip`);
  return { layout: `${layout.name}, ${path.basename(list)}`, corpus: layout.name, clips };
}
