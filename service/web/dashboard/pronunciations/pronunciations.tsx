import { LANGUAGES } from "#web-kit/language/languages.ts";
import { saveFile } from "#web-kit/save-file.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { call, callJson, faultText } from "../api/call.ts";
import type { Pronunciation, PronunciationPage, PronunciationsView } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { limit } from "../frame/formats.tsx";
import { NeedsScript, Said, type Saying } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { writeDictionary } from "./dictionary-file.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryTable } from "./entry-table.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { foundEntries, sortedEntries } from "./search.ts";

type Task =
  | { readonly name: "add" | "import" }
  | { readonly name: "edit" | "remove"; readonly entry: Pronunciation };

const LIST_LIMIT = 100;

/** The pronunciations page: search, edit, hear, export and import the account's dictionary. */
export function PronunciationsPage({ shown }: { readonly shown: PronunciationsView }): JSX.Element {
  const { texts } = useReader();
  const { pronunciations: said } = texts;
  const entries = useSignal(shown.entries);
  const task = useSignal<Task | undefined>(undefined);
  const saying = useSignal<Saying | undefined>(undefined);
  const close = (): void => void (task.value = undefined);

  const finish = (id: string, changed: readonly Pronunciation[], text: string): void => {
    const others = entries.value.filter((entry) => entry.id !== id);
    entries.value = sortedEntries([...others, ...changed]);
    close();
    saying.value = { isProblem: false, text };
  };
  const remove = async ({ id, word }: Pronunciation): Promise<void> => {
    await callJson("DELETE", `/v1/pronunciations/${id}`);
    finish(id, [], fill(said.removed, { name: word }));
  };
  const reload = async (): Promise<void> => {
    try {
      entries.value = sortedEntries(await everyEntry());
    } catch (error) {
      saying.value = { isProblem: true, text: faultText(texts, error) };
    }
  };
  const now = task.value;
  return (
    <>
      <h1>{said.title}</h1>
      <p class="lead">{said.lead}</p>
      <NeedsScript />
      <Said saying={saying.value} />
      <Toolbar entries={entries.value} onTask={(name) => (task.value = { name })} />
      {entries.value.length === 0 ? (
        <div class="card empty">
          <h2 class="card-title">{said.emptyTitle}</h2>
          <p class="quiet">{said.empty}</p>
        </div>
      ) : (
        <Entries
          entries={entries.value}
          max={shown.maxEntries}
          onTask={(name, entry) => (task.value = { name, entry })}
        />
      )}
      {(now?.name === "add" || now?.name === "edit") && (
        <EntryForm
          shown={shown}
          entry={now.name === "edit" ? now.entry : undefined}
          onSaved={(saved) => finish(saved.id, [saved], fill(said.saved, { name: saved.word }))}
          onClose={close}
        />
      )}
      {now?.name === "import" && (
        <ImportDialog maxLines={shown.maxLines} onImported={() => void reload()} onClose={close} />
      )}
      {now?.name === "remove" && (
        <FormDialog
          title={fill(said.removeTitle, { name: now.entry.word })}
          doLabel={said.removeSurely}
          isDangerous
          onSubmit={() => remove(now.entry)}
          onClose={close}
        >
          <p>{said.removeWarning}</p>
        </FormDialog>
      )}
    </>
  );
}

interface ToolbarProps {
  readonly entries: readonly Pronunciation[];
  readonly onTask: (name: "add" | "import") => void;
}

function Toolbar({ entries, onTask }: ToolbarProps) {
  const { texts, isLive } = useReader();
  const { pronunciations: said, language } = texts;
  const save = (): void => {
    const delimiter = LANGUAGES[language].decimal === "," ? ";" : ",";
    const type = "text/csv;charset=utf-8";
    saveFile("pronunciations.csv", new Blob([writeDictionary(entries, delimiter)], { type }));
  };
  return (
    <div class="toolbar with-script">
      <button type="button" class="button" disabled={!isLive} onClick={() => onTask("add")}>
        {said.add}
      </button>
      <button
        type="button"
        class="button plain"
        disabled={!isLive}
        onClick={() => onTask("import")}
      >
        {said.import}
      </button>
      {entries.length > 0 && (
        <button type="button" class="button plain" disabled={!isLive} onClick={save}>
          {said.export}
        </button>
      )}
    </div>
  );
}

interface EntriesProps {
  readonly entries: readonly Pronunciation[];
  readonly max: number | null;
  readonly onTask: (name: "edit" | "remove", entry: Pronunciation) => void;
}

/** A search field, and the entries that match it. */
function Entries({ entries, max, onTask }: EntriesProps) {
  const reader = useReader();
  const { pronunciations: said } = reader.texts;
  const query = useSignal("");
  const found = foundEntries(entries, query.value);
  const foundText = found.length === 0 ? said.nothingFound : said.found;
  return (
    <>
      <div class="search with-script">
        <Field
          id="search"
          label={said.search}
          type="search"
          autocomplete="off"
          disabled={!reader.isLive}
          onInput={({ currentTarget }) => (query.value = currentTarget.value)}
        />
      </div>
      <p class="quiet" role="status">
        {query.value.trim() === ""
          ? fill(said.count, { count: entries.length, max: limit(reader, max) })
          : fill(foundText, { count: found.length })}
      </p>
      {found.length > 0 && <EntryTable entries={found} onTask={onTask} />}
    </>
  );
}

/** Fetches the whole dictionary, page by page. */
async function everyEntry(after?: string): Promise<readonly Pronunciation[]> {
  const cursor = after === undefined ? "" : `&after=${after}`;
  const answer = await call(`/v1/pronunciations?limit=${LIST_LIMIT}${cursor}`);
  const { data, has_more, last_id } = (await answer.json()) as PronunciationPage;
  return has_more && last_id !== null ? [...data, ...(await everyEntry(last_id))] : data;
}
