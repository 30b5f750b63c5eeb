/** Keeps what was measured on people in a model's folder: the figures, and a section and a picture of its card. */

import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { MANIFEST_FILE, readDocument } from "#service/engine/model/manifest.ts";
import type { PeopleFigures } from "#service/engine/model/people-figures.ts";
import { withSection } from "../../support/card-section.ts";
import { peopleWords, type PeopleTexts } from "#service/web/texts/people-words.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import type { PeopleMeasurement } from "./measure.ts";
import { peoplePicture } from "./picture.ts";
import { peopleTables } from "./report.ts";

const PICTURE = "people.svg";
const TITLE = "People";
const texts = { ...readTexts<PeopleTexts>("site/people.json").en, language: "en" } as const;

/** Writes `measured.people` of a model, and the section of its card, which has the other models beside it. */
export async function writeCard(
  own: PeopleMeasurement,
  others: readonly PeopleMeasurement[],
  machine: string,
): Promise<void> {
  const { folder, model } = own;
  const figures = withReference(own.figures, model.measured.people);
  const document = (await readDocument(folder)) as { readonly measured?: object };
  const measured = { ...document.measured, people: figures };
  await writeFile(
    path.join(folder, MANIFEST_FILE),
    `${JSON.stringify({ ...document, measured }, null, 2)}\n`,
  );
  const all = [own, ...others];
  await writeFile(path.join(folder, PICTURE), peoplePicture(all));
  const body = [
    peopleWords(figures, texts),
    `![Words wrong, by condition and model](${PICTURE})`,
    peopleTables(all),
    `Measured by \`npm run bench:people\` on ${machine}.`,
  ].join("\n\n");
  const card = path.join(folder, "MODEL_CARD.md");
  await writeFile(card, withSection(await cardOf(card, model.id), TITLE, body));
}

/** What another model made of the same clips holds on; of other clips it would be no comparison. */
function withReference(figures: PeopleFigures, earlier: PeopleFigures | undefined): PeopleFigures {
  if (earlier?.reference === undefined) return figures;
  const keys = ["corpus", "clips", "speakers", "words"] as const;
  if (keys.some((key) => figures[key] !== earlier[key])) return figures;
  return { ...figures, reference: earlier.reference };
}

async function cardOf(file: string, id: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return `# ${id}\n`;
  }
}
