import type { JSX } from "preact";
import type { Pronunciation } from "../frame/content.ts";
import { EditMenu } from "../frame/edit-menu.tsx";
import { Island, useReader } from "../frame/reader.ts";

interface EntryTableProps {
  readonly entries: readonly Pronunciation[];
  readonly onTask: (name: "edit" | "remove", entry: Pronunciation) => void;
}

/** How many rows are hydrated at a time. */
const ROWS_AT_ONCE = 20;

/** The entries of a dictionary, one row each with a menu. */
export function EntryTable({ entries, onTask }: EntryTableProps): JSX.Element {
  const { pronunciations: said } = useReader().texts;
  const parts = Math.ceil(entries.length / ROWS_AT_ONCE);
  return (
    <table class="entries">
      <thead>
        <tr>
          <th scope="col">{said.word}</th>
          <th scope="col">{said.saying}</th>
          <th scope="col" class="entry-menu with-script">
            <span class="hidden">{said.actions}</span>
          </th>
        </tr>
      </thead>
      {Array.from({ length: parts }, (_, at) => (
        <Island as="tbody" key={at}>
          {entries.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE).map((entry) => (
            <EntryRow key={entry.id} entry={entry} onTask={onTask} />
          ))}
        </Island>
      ))}
    </table>
  );
}

interface EntryRowProps extends Pick<EntryTableProps, "onTask"> {
  readonly entry: Pronunciation;
}

function EntryRow({ entry, onTask }: EntryRowProps) {
  const { pronunciations: said } = useReader().texts;
  const { word, alias, ipa, case_sensitive, word_boundaries } = entry;
  const options = [case_sensitive && said.caseSensitive, !word_boundaries && said.insideWords]
    .filter(Boolean)
    .join(", ");
  return (
    <tr>
      <th scope="row">
        <span lang="tr">{word}</span>
        {options !== "" && <span class="quiet entry-options">{options}</span>}
      </th>
      <td lang="tr">{alias ?? <span class="ipa">/{ipa}/</span>}</td>
      <td class="entry-menu with-script">
        <EditMenu words={said} name={word} onTask={(task) => onTask(task, entry)} />
      </td>
    </tr>
  );
}
