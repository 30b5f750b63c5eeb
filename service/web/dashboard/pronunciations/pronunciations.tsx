import { LANGUAGES } from "#web-kit/language/languages.ts";
import { saveFile } from "#web-kit/save-file.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { call, callJson, faultText } from "../api/call.ts";
import type { Pronunciation, PronunciationsView } from "../frame/content.ts";
import { ConfirmDialog } from "../frame/confirm-dialog.tsx";
import { number } from "../frame/formats.ts";
import { NeedsScript } from "../frame/needs-script.tsx";
import { useReader } from "../frame/reader.ts";
import { Said, type Saying } from "../frame/said.tsx";
import { writeDictionary } from "./dictionary-file.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryTable } from "./entry-table.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { foundEntries, sortedEntries } from "./search.ts";

type Task =
  | { readonly name: "add" | "import" }
  | { readonly name: "edit" | "remove"; readonly entry: Pronunciation };

const LIST_LIMIT = 100;

/** The dictionary of an account: searched, written, heard, taken out to a file and in from one. */
export function PronunciationsPage({ shown }: { readonly shown: PronunciationsView }): JSX.Element {
  const reader = useReader();
  const { texts, language, isLive } = reader;
  const { pronunciations: said } = texts;
  const entries = useSignal(shown.entries);
  const task = useSignal<Task | undefined>(undefined);
  const saying = useSignal<Saying | undefined>(undefined);
  const query = useSignal("");
  const found = foundEntries(entries.value, query.value);
  const close = (): void => void (task.value = undefined);

  const finish = (changed: readonly Pronunciation[], text: string): void => {
    entries.value = sortedEntries(changed);
    close();
    saying.value = { isProblem: false, text };
  };
  const without = (id: string) => entries.value.filter((entry) => entry.id !== id);
  const remove = async ({ id, word }: Pronunciation): Promise<void> => {
    await callJson("DELETE", `/v1/pronunciations/${id}`);
    finish(without(id), fill(said.removed, { name: word }));
  };
  const reload = async (): Promise<void> => {
    try {
      entries.value = sortedEntries(await everyEntry());
    } catch (error) {
      saying.value = { isProblem: true, text: faultText(texts, error) };
    }
  };
  return (
    <>
      <h1>{said.title}</h1>
      <p class="lead">{said.lead}</p>
      <NeedsScript />
      <Said saying={saying.value} />
      <Toolbar
        hasEntries={entries.value.length > 0}
        onAdd={() => (task.value = { name: "add" })}
        onImport={() => (task.value = { name: "import" })}
        onExport={() =>
          saveFile(
            "pronunciations.csv",
            csvFile(
              writeDictionary(entries.value, LANGUAGES[language].decimal === "," ? ";" : ","),
            ),
          )
        }
      />
      {entries.value.length === 0 ? (
        <div class="card empty">
          <h2 class="card-title">{said.emptyTitle}</h2>
          <p class="quiet">{said.empty}</p>
        </div>
      ) : (
        <>
          <div class="field search with-script">
            <label for="search">{said.search}</label>
            <input
              class="input"
              id="search"
              type="search"
              autocomplete="off"
              disabled={!isLive}
              onInput={({ currentTarget }) => (query.value = currentTarget.value)}
            />
          </div>
          <p class="quiet" role="status">
            {query.value.trim() === ""
              ? fill(said.count, { count: entries.value.length, most: mostOf(shown, reader) })
              : found.length === 0
                ? said.nothingFound
                : fill(said.found, { count: found.length })}
          </p>
          {found.length > 0 && (
            <EntryTable
              entries={found}
              onEdit={(entry) => (task.value = { name: "edit", entry })}
              onRemove={(entry) => (task.value = { name: "remove", entry })}
            />
          )}
        </>
      )}
      {(task.value?.name === "add" || task.value?.name === "edit") && (
        <EntryForm
          shown={shown}
          entry={task.value.name === "edit" ? task.value.entry : undefined}
          onSaved={(saved) =>
            finish([...without(saved.id), saved], fill(said.saved, { name: saved.word }))
          }
          onClose={close}
        />
      )}
      {task.value?.name === "import" && (
        <ImportDialog onImported={() => void reload()} onClose={close} />
      )}
      {task.value?.name === "remove" && (
        <Removal entry={task.value.entry} onConfirm={remove} onClose={close} />
      )}
    </>
  );
}

interface ToolbarProps {
  readonly hasEntries: boolean;
  readonly onAdd: () => void;
  readonly onImport: () => void;
  readonly onExport: () => void;
}

function Toolbar({ hasEntries, onAdd, onImport, onExport }: ToolbarProps) {
  const { texts, isLive } = useReader();
  const { pronunciations: said } = texts;
  return (
    <div class="toolbar with-script">
      <button type="button" class="button" disabled={!isLive} onClick={onAdd}>
        {said.add}
      </button>
      <button type="button" class="button plain" disabled={!isLive} onClick={onImport}>
        {said.import}
      </button>
      {hasEntries && (
        <button type="button" class="button plain" disabled={!isLive} onClick={onExport}>
          {said.export}
        </button>
      )}
    </div>
  );
}

interface RemovalProps {
  readonly entry: Pronunciation;
  readonly onConfirm: (entry: Pronunciation) => Promise<void>;
  readonly onClose: () => void;
}

function Removal({ entry, onConfirm, onClose }: RemovalProps) {
  const { pronunciations: said } = useReader().texts;
  return (
    <ConfirmDialog
      title={fill(said.removeTitle, { name: entry.word })}
      warning={said.removeWarning}
      doLabel={said.removeSurely}
      onConfirm={() => onConfirm(entry)}
      onClose={onClose}
    />
  );
}

function mostOf({ mostEntries }: PronunciationsView, reader: ReturnType<typeof useReader>): string {
  return mostEntries === null ? reader.texts.usage.unlimited : number(reader, mostEntries);
}

/** The whole dictionary, page by page. */
async function everyEntry(after?: string): Promise<readonly Pronunciation[]> {
  const cursor = after === undefined ? "" : `&after=${after}`;
  const answer = await call(`/v1/pronunciations?limit=${LIST_LIMIT}${cursor}`);
  const page = (await answer.json()) as {
    readonly data: readonly Pronunciation[];
    readonly last_id: string | null;
    readonly has_more: boolean;
  };
  if (!page.has_more || page.last_id === null) return page.data;
  return [...page.data, ...(await everyEntry(page.last_id))];
}

function csvFile(text: string): Blob {
  return new Blob([text], { type: "text/csv;charset=utf-8" });
}
