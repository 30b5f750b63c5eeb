import type { JSX } from "preact";
import type { Pronunciation } from "../content.ts";
import { useReader } from "../frame/reader.ts";

interface EntryTableProps {
  readonly entries: readonly Pronunciation[];
  readonly onEdit: (entry: Pronunciation) => void;
  readonly onRemove: (entry: Pronunciation) => void;
}

/** The entries of a dictionary, a row each. */
export function EntryTable({ entries, onEdit, onRemove }: EntryTableProps): JSX.Element {
  const { texts, isLive } = useReader();
  const { pronunciations: said } = texts;
  return (
    <div class="table" role="region" aria-label={said.title} tabIndex={0}>
      <table class="entries">
        <thead>
          <tr>
            <th scope="col">{said.word}</th>
            <th scope="col">{said.saying}</th>
            <th scope="col">{said.options}</th>
            {isLive && (
              <th scope="col">
                <span class="hidden">{said.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row" lang="tr">
                {entry.word}
              </th>
              <td lang="tr">{entry.alias ?? <span class="ipa">/{entry.ipa}/</span>}</td>
              <td class="quiet">{optionsOf(entry, said)}</td>
              {isLive && (
                <td class="entry-actions">
                  <button
                    type="button"
                    class="button plain small"
                    aria-label={said.editNamed(entry.word)}
                    onClick={() => onEdit(entry)}
                  >
                    {said.edit}
                  </button>
                  <button
                    type="button"
                    class="button danger small"
                    aria-label={said.removeNamed(entry.word)}
                    onClick={() => onRemove(entry)}
                  >
                    {said.remove}
                  </button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
