import { fill } from "#web-kit/language/texts.ts";
import { ALL_TEXTS, translated } from "../../texts/texts.ts";
import { DataTable } from "../../frame/data-table.tsx";
import { SampleLink } from "../../frame/voice-sample.tsx";
import type { ArticleProps } from "../frame/article.tsx";
import type { ShownModel } from "../frame/content.ts";
import { limitRows, modelRows, voiceRows } from "./rows.ts";

const TABLES = {
  errors: ErrorTable,
  limits: LimitTable,
  voices: VoiceTable,
  transcriptionModels: (props: ArticleProps) => <ModelTable {...props} task="transcription" />,
  synthesisModels: (props: ArticleProps) => <ModelTable {...props} task="synthesis" />,
};

/** A table of a guide with data of the service; throws for an unknown name. */
export function ServiceTable({ name, ...props }: ArticleProps & { readonly name: string }) {
  const Table = Object.entries(TABLES).find(([known]) => known === name)?.[1];
  if (Table === undefined) throw new Error(`there is no table ::${name}::`);
  return <Table {...props} />;
}

/** Every error code: what it means and what to do about it. */
function ErrorTable({ language, content }: ArticleProps) {
  const texts = ALL_TEXTS.docs[language];
  return (
    <ul class="error-list">
      {content.errors.map(({ name, status, code, retryAfterSeconds, sentence, advice }) => (
        <li key={name} id={name}>
          <div class="error-head">
            <a href={`#${name}`}>
              <code>{code}</code>
            </a>
            <span class="error-status">{status}</span>
            {retryAfterSeconds !== undefined && (
              <span class="error-retry">
                {fill(texts.retryAfter, { seconds: retryAfterSeconds })}
              </span>
            )}
          </div>
          <p>{translated(language, sentence)}</p>
          <p class="quiet">{translated(language, advice)}</p>
        </li>
      ))}
    </ul>
  );
}

/** The limits, their defaults, and the error when one is exceeded. */
function LimitTable(props: ArticleProps) {
  const texts = ALL_TEXTS.docs[props.language];
  return (
    <DataTable
      label={texts.limit}
      columns={[texts.limit, texts.standard, texts.errorBeyond]}
      rows={limitRows(props).map(({ name, value, error }) => [
        name,
        value,
        <a href={`/docs/errors#${error}`}>
          <code>{error}</code>
        </a>,
      ])}
    />
  );
}

/** The built-in voices of every loaded synthesis model. */
function VoiceTable(props: ArticleProps) {
  const texts = ALL_TEXTS.docs[props.language];
  const { builtIn, sample: words } = ALL_TEXTS.voices[props.language];
  return (
    <DataTable
      label={builtIn}
      columns={[texts.voice, texts.model, texts.speaker]}
      rows={voiceRows(props).map(({ name, model, speaker, sample }) => [
        <span class="sampled">
          <span class="sample-slot" data-name={name} data-sample={sample}>
            <SampleLink {...{ sample, name, words }} />
          </span>
          <code>{name}</code>
        </span>,
        <code>{model}</code>,
        speaker,
      ])}
    />
  );
}

/** The installed models of a task. */
function ModelTable({ task, ...props }: ArticleProps & { readonly task: ShownModel["task"] }) {
  const texts = ALL_TEXTS.docs[props.language];
  return (
    <DataTable
      label={texts.model}
      columns={[texts.model, texts.sampleRate, texts.otherNames, texts.abilities]}
      rows={modelRows(props, task).map(({ id, note, rate, names, can }) => [
        <>
          <code>{id}</code> {note}
        </>,
        rate,
        names.map((name, at) => (
          <>
            {at > 0 && ", "}
            <code>{name}</code>
          </>
        )),
        can,
      ])}
    />
  );
}
