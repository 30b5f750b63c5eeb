import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { WholeEvidenceAnswer } from "../admin/answers.ts";
import { CommandError } from "./admin-api.ts";
import type { Command } from "./command.ts";

/** Fetches one piece of evidence; with --save, writes it with its audio into that folder. */
export const saveEvidence: Command["run"] = async (api, { save }, id = "") => {
  const folder = save as string | undefined;
  const value = await api.ask(WholeEvidenceAnswer, { path: `/evidence/${encodeURIComponent(id)}` });
  const json = `${JSON.stringify(value, null, 2)}\n`;
  if (folder === undefined) return { value, text: json };
  const facts = { filename: `${value.check_id}-${value.id}.json`, bytes: Buffer.from(json) };
  const audio = await Promise.all(value.audio.map((one) => api.download(one.path)));
  const files = [facts, ...audio].map(({ filename, bytes }) => ({
    file: path.join(folder, path.basename(filename)),
    bytes,
  }));
  try {
    await mkdir(folder, { recursive: true });
    for (const { file, bytes } of files) await writeFile(file, bytes);
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new CommandError(`--save ${folder}: nothing can be written there (${code})`);
  }
  return { value, text: files.map(({ file }) => `saved ${file}\n`).join("") };
};
