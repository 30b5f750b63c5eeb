import { ALL_TEXTS, translated } from "../../texts/texts.ts";
import type { ArticleProps } from "../frame/article.tsx";
import type { ShownModel } from "../frame/content.ts";
import { limitRows, modelRows, voiceRows } from "./rows.ts";

type Rows = readonly (readonly string[])[];

const TABLES = {
  errors: errorTable,
  limits: limitTable,
  voices: voiceTable,
  transcriptionModels: (props: ArticleProps) => modelTable(props, "transcription"),
  synthesisModels: (props: ArticleProps) => modelTable(props, "synthesis"),
};

/** Returns a table of a guide with data of the service, as Markdown; throws for an unknown name. */
export function tableMarkdown(name: string, props: ArticleProps): string {
  const table = Object.entries(TABLES).find(([known]) => known === name)?.[1];
  if (table === undefined) throw new Error(`there is no table ::${name}::`);
  const [columns = [], ...rows] = table(props);
  return [columns, columns.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function errorTable({ language, content }: ArticleProps): Rows {
  const texts = ALL_TEXTS.docs[language];
  const { status, code, errors } = texts;
  return [
    [status, code, errors],
    ...content.errors.map((error) => [
      String(error.status),
      `\`${error.code}\``,
      `${translated(language, error.sentence)} ${translated(language, error.advice)}`,
    ]),
  ];
}

function limitTable(props: ArticleProps): Rows {
  const { limit, standard, errorBeyond } = ALL_TEXTS.docs[props.language];
  return [
    [limit, standard, errorBeyond],
    ...limitRows(props).map(({ name, value, error }) => [name, value, `\`${error}\``]),
  ];
}

function voiceTable(props: ArticleProps): Rows {
  const { voice, model, speaker } = ALL_TEXTS.docs[props.language];
  return [
    [voice, model, speaker],
    ...voiceRows(props).map((row) => [`\`${row.name}\``, `\`${row.model}\``, row.speaker]),
  ];
}

function modelTable(props: ArticleProps, task: ShownModel["task"]): Rows {
  const { model, sampleRate, otherNames, abilities } = ALL_TEXTS.docs[props.language];
  return [
    [model, sampleRate, otherNames, abilities],
    ...modelRows(props, task).map(({ id, note, rate, names, can }) => [
      `\`${id}\` ${note}`.trimEnd(),
      rate,
      names.map((name) => `\`${name}\``).join(", "),
      can,
    ]),
  ];
}
