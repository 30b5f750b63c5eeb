import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Fault } from "#runtime/fault.ts";
import { openClips } from "./open-clips.ts";

let home: string;
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "clips-"));
});
afterAll(() => rm(home, { recursive: true }));

/** Makes a folder with files; a name that ends in a slash is a folder. */
async function folderOf(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = path.join(home, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) {
    if (file.endsWith("/")) await mkdir(path.join(folder, file), { recursive: true });
    else await writeFile(path.join(folder, file), text);
  }
  return folder;
}

const row = (...columns: readonly string[]) => `${columns.join("\t")}\n`;
const NEW_HEADING = row("client_id", "path", "sentence", "age", "gender", "accents", "locale");

test("Common Voice: the list for tests, its recordings, and who speaks", async () => {
  const folder = await folderOf("common-voice", {
    "validated.tsv": NEW_HEADING,
    "test.tsv": `${NEW_HEADING}${row("a1", "one.mp3", "Bir, iki.", "twenties", "female_feminine", "", "tr")}${row("b2", "two.mp3", "Üç.", "", "", "Karadeniz", "tr")}`,
  });
  const { layout, clips } = await openClips(folder);
  expect(layout).toBe("Common Voice, test.tsv");
  expect(clips).toEqual([
    {
      name: "one.mp3",
      file: path.join(folder, "clips/one.mp3"),
      text: "Bir, iki.",
      traits: { speaker: "a1", gender: "female_feminine", age: "twenties" },
    },
    {
      name: "two.mp3",
      file: path.join(folder, "clips/two.mp3"),
      text: "Üç.",
      traits: { speaker: "b2", accent: "Karadeniz" },
    },
  ]);
  await expect(openClips(path.join(folder, "validated.tsv"))).rejects.toThrow("lists no clip");
});

test("Common Voice of the first releases: a name without its ending, one accent", async () => {
  const folder = await folderOf("old-common-voice", {
    "validated.tsv": `${row("client_id", "path", "sentence", "accent")}${row("a1", "0f", "Dört.", "Ege")}`,
  });
  const { clips } = await openClips(folder);
  expect(clips).toMatchObject([{ name: "0f.mp3", traits: { speaker: "a1", accent: "Ege" } }]);
});

test("FLEURS: the text as it is written, and the recordings of the list", async () => {
  const line = row("7", "10.wav", "Iğdır'da 3 İnci.", "ığdırda 3 inci", "ı ğ", "160000", "MALE");
  const folder = await folderOf("fleurs", { "test.tsv": line, "audio/test/": "" });
  const { layout, clips } = await openClips(folder);
  expect(layout).toBe("FLEURS, test.tsv");
  expect(clips).toEqual([
    {
      name: "10.wav",
      file: path.join(folder, "audio/test/10.wav"),
      text: "Iğdır'da 3 İnci.",
      traits: { gender: "male" },
    },
  ]);
});

test("recordings with a text beside them; others are none", async () => {
  const folder = await folderOf("beside", {
    "b.WAV": "",
    "b.txt": " Beş.\n",
    "a.mp3": "",
    "a.txt": "Altı.",
    "alone.wav": "",
    "README.md": "",
  });
  const { clips } = await openClips(folder);
  expect(clips.map(({ name, text }) => [name, text])).toEqual([
    ["a.mp3", "Altı."],
    ["b.WAV", "Beş."],
  ]);
});

test.each<readonly [name: string, files: Readonly<Record<string, string>>, message: RegExp]>([
  ["nothing", {}, /: fits no layout; looked for test\.tsv, .*Common Voice.*FLEURS.*\.txt/],
  ["other-list", { "list.tsv": "a\tb\n" }, /list\.tsv: fits no layout; looked for/],
  ["empty-list", { "list.tsv": "" }, /list\.tsv: fits no layout/],
  ["several", { "x.tsv": "", "y.tsv": "" }, /has several lists; name one of x\.tsv, y\.tsv/],
  [
    "no-recordings",
    { "dev.tsv": row("1", "1.wav", "Bir.") },
    /dev\.tsv: its recordings are in none of dev, audio\/dev, audio beside it/,
  ],
  [
    "wrong-line",
    { "dev.tsv": `${row("1", "1.wav", "Bir.")}${row("2", "", "İki.")}`, "dev/": "" },
    /dev\.tsv: line 2 is not an id, a name\.wav and a text/,
  ],
  [
    "outside",
    { "test.tsv": `${row("path", "sentence")}${row("../../secret.mp3", "Bir.")}` },
    /path "\.\.\/\.\.\/secret\.mp3" is not the name of a file in clips/,
  ],
  [
    "long-text",
    { "a.wav": "", "a.txt": "a".repeat(80_001) },
    /a\.txt: has 80001 bytes; a text has at most 80000/,
  ],
])("refused in one line: %s", async (name, files, message) => {
  const error: unknown = await openClips(await folderOf(name, files)).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Fault);
  expect((error as Fault).message).toMatch(message);
  expect((error as Fault).message).not.toContain("\n");
});

test("a place that is not there, and one that is no list", async () => {
  await expect(openClips(path.join(home, "gone"))).rejects.toThrow(/cannot be read \(ENOENT\)/);
  const folder = await folderOf("plain", { "a.wav": "" });
  await expect(openClips(path.join(folder, "a.wav"))).rejects.toThrow(/neither a folder nor/);
});
