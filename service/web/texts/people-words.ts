import type english from "#languages/en/site/people.json";
import { fill, type PartTexts, plural } from "#web-kit/language/texts.ts";
import { writePercent } from "#web-kit/locale/numbers.ts";
import type { PeopleFigures } from "../../contract/models.ts";

export type PeopleTexts = PartTexts<typeof english>;

/** Minimum share of men or women for "nearly all", among the speakers who stated their gender. */
const NEARLY_ALL = 0.9;

/** Returns a sentence or two on how well a model understands people; without figures, that it was not measured. */
export function peopleWords(figures: PeopleFigures | undefined, texts: PeopleTexts): string {
  if (figures === undefined) return texts.unknown;
  const { reference } = figures;
  const sentence = fill(texts.sentence, {
    wrong: wrongOfHundred(figures),
    measured: whoWasMeasured(figures, texts),
  });
  if (reference === undefined) return sentence;
  const { model } = reference;
  return `${sentence} ${fill(texts.reference, { model, wrong: wrongOfHundred(reference) })}`;
}

/** Returns the rows of a table of a model's figures on people. */
export function peopleRows(
  figures: PeopleFigures | undefined,
  texts: PeopleTexts,
): readonly { readonly name: string; readonly value: string }[] {
  if (figures === undefined) return [];
  const { in_noise: noise, by_telephone: telephone, reference } = figures;
  const { rows } = texts;
  const measured = whoWasMeasured(figures, texts);
  const all = [
    { name: fill(rows.clean, { measured }), of: figures },
    { name: rows.noise, of: noise },
    { name: rows.telephone, of: telephone },
    { name: fill(rows.reference, { model: reference?.model ?? "" }), of: reference },
  ];
  return all.flatMap(({ name, of }) =>
    of === undefined ? [] : { name, value: errors(of, texts) },
  );
}

type Ratios = Pick<PeopleFigures, "word_error_ratio" | "character_error_ratio">;

function errors(ratios: Ratios, texts: PeopleTexts): string {
  const written = (ratio: number) => writePercent(texts.language, 100 * ratio, { min: 1 });
  return fill(texts.errors, {
    letters: written(ratios.character_error_ratio),
    words: written(ratios.word_error_ratio),
  });
}

/** Returns wrong words per hundred; more edits than words count as 100. */
function wrongOfHundred({ word_error_ratio: ratio }: Ratios): number {
  return Math.min(100, Math.round(100 * ratio));
}

/** Returns what the figures were measured on: `50 Common Voice recordings of 30 speakers, nearly all men`. */
function whoWasMeasured(figures: PeopleFigures, texts: PeopleTexts): string {
  const { clips, corpus, speakers, men = 0, women = 0 } = figures;
  const { language } = texts;
  const clipsAlone =
    corpus === undefined
      ? plural(language, texts.recordings, clips)
      : plural(language, texts.corpusRecordings, clips, { corpus });
  const recordings =
    speakers === undefined
      ? clipsAlone
      : plural(language, texts.bySpeakers, speakers, { recordings: clipsAlone });
  const known = men + women;
  if (known > 0 && men >= NEARLY_ALL * known) return fill(texts.nearlyAllMen, { recordings });
  if (known > 0 && women >= NEARLY_ALL * known) return fill(texts.nearlyAllWomen, { recordings });
  return recordings;
}
