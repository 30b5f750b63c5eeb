import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { ImportedLine } from "../frame/content.ts";
import { useReader, type Reader } from "../frame/reader.ts";

interface ImportTableProps {
  readonly lines: readonly ImportedLine[];
  /** Whether it was done, or only would be. */
  readonly isDone: boolean;
}

/** Says of each line of a file what becomes, or became, of it. */
export function ImportTable({ lines, isDone }: ImportTableProps): JSX.Element {
  const { texts } = useReader();
  const { pronunciations: said } = texts;
  const added = lines.filter(({ outcome }) => outcome === "added").length;
  const changed = lines.filter(({ outcome }) => outcome === "changed").length;
  const other = lines.length - added - changed;
  const outcomes = isDone ? said.outcomesDone : said.outcomes;
  return (
    <>
      <p role="status">{fill(said.summary, { added, changed, other })}</p>
      <div class="table import-lines" role="region" aria-label={said.importTitle} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{said.importLine}</th>
              <th scope="col">{said.word}</th>
              <th scope="col">{said.importOutcome}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.line} class={line.outcome}>
                <td>{line.line}</td>
                <td lang="tr">{line.word}</td>
                <td>
                  {outcomes[line.outcome]}
                  {line.outcome === "refused" && <Reason line={line} said={said} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What is wrong with a line; what the service says of sounds names the sign that it does not know. */
function Reason({
  line,
  said,
}: {
  readonly line: ImportedLine;
  readonly said: Reader["texts"]["pronunciations"];
}) {
  const { field, message } = line;
  const { refusedFields } = said;
  const reason =
    field !== null && Object.hasOwn(refusedFields, field)
      ? refusedFields[field as keyof typeof refusedFields]
      : message;
  return <small class="quiet">: {reason}</small>;
}
