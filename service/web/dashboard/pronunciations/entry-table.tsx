import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { Pronunciation } from "../frame/content.ts";
import { Island, useReader } from "../frame/reader.ts";

interface EntryTableProps {
  readonly entries: readonly Pronunciation[];
  readonly onEdit: (entry: Pronunciation) => void;
  readonly onRemove: (entry: Pronunciation) => void;
}

/** How many rows the script takes over at a time. */
const ROWS_AT_ONCE = 20;

/** The entries of a dictionary, a row each. */
export function EntryTable({ entries, ...actions }: EntryTableProps): JSX.Element {
  const { pronunciations: said } = useReader().texts;
  return (
    <div class="table" role="region" aria-label={said.title} tabIndex={0}>
      <table class="entries">
        <thead>
          <tr>
            <th scope="col">{said.word}</th>
            <th scope="col">{said.saying}</th>
            <th scope="col">{said.options}</th>
            <th scope="col" class="with-script">
              <span class="hidden">{said.actions}</span>
            </th>
          </tr>
        </thead>
        {partsOf(entries).map((part, at) => (
          <Island as="tbody" key={at}>
            {part.map((entry) => (
              <EntryRow key={entry.id} entry={entry} {...actions} />
            ))}
          </Island>
        ))}
      </table>
    </div>
  );
}

function EntryRow({
  entry,
  onEdit,
  onRemove,
}: Omit<EntryTableProps, "entries"> & { readonly entry: Pronunciation }) {
  const { texts, isLive } = useReader();
  const { pronunciations: said } = texts;
  return (
    <tr>
      <th scope="row" lang="tr">
        {entry.word}
      </th>
      <td lang="tr">{entry.alias ?? <span class="ipa">/{entry.ipa}/</span>}</td>
      <td class="quiet">{optionsOf(entry, said)}</td>
      <td class="entry-actions with-script">
        <button
          type="button"
          class="button plain small"
          disabled={!isLive}
          aria-label={fill(said.editNamed, { name: entry.word })}
          onClick={() => onEdit(entry)}
        >
          {said.edit}
        </button>
        <button
          type="button"
          class="button danger small"
          disabled={!isLive}
          aria-label={fill(said.removeNamed, { name: entry.word })}
          onClick={() => onRemove(entry)}
        >
          {said.remove}
        </button>
      </td>
    </tr>
  );
}

function partsOf(entries: readonly Pronunciation[]): (readonly Pronunciation[])[] {
  return Array.from({ length: Math.ceil(entries.length / ROWS_AT_ONCE) }, (_, at) =>
    entries.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
}

function optionsOf(
  { case_sensitive, word_boundaries }: Pronunciation,
  said: { readonly caseSensitive: string; readonly insideWords: string },
): string {
  return [case_sensitive && said.caseSensitive, !word_boundaries && said.insideWords]
    .filter((option) => option !== false)
    .join(", ");
}
