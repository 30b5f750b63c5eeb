import { fill, plural } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Dialog } from "#web-kit/dialog.tsx";
import { callJson } from "../api/call.ts";
import type { ImportAnswer, ImportedLine } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { useAttempt } from "../frame/attempt.ts";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { readDictionary, type FileFault, type FileLine } from "./dictionary-file.ts";

interface ImportDialogProps {
  /** The most lines that are imported at once. */
  readonly maxLines: number;
  readonly onImported: () => void;
  readonly onClose: () => void;
}

interface Plan {
  readonly lines: readonly FileLine[];
  readonly outcome: readonly ImportedLine[];
  readonly isDone: boolean;
}

/** Imports a dictionary from a file: previews the outcome of each line, then imports and shows the results. */
export function ImportDialog({ maxLines, onImported, onClose }: ImportDialogProps): JSX.Element {
  const { pronunciations: said, frame } = useReader().texts;
  const plan = useSignal<Plan | undefined>(undefined);
  const fault = useSignal<FileFault | undefined>(undefined);
  const { isBusy, complaint, attempt } = useAttempt();

  const send = async (lines: readonly FileLine[], commit: boolean): Promise<void> => {
    const body = { lines, commit };
    const { data } = await callJson<ImportAnswer>("POST", "/pronunciations/import", body);
    plan.value = { lines, outcome: data, isDone: commit };
    if (commit) onImported();
  };
  const choose = async (file: File): Promise<void> => {
    plan.value = undefined;
    const lines = readDictionary(new Uint8Array(await file.arrayBuffer()), maxLines);
    fault.value = typeof lines === "string" ? lines : undefined;
    if (typeof lines !== "string") await send(lines, false);
  };
  return (
    <Dialog title={said.importTitle} closeLabel={frame.close} onClose={onClose}>
      <div class="stack">
        <Field
          id="import-file"
          label={said.importFile}
          help={said.importHelp}
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) void attempt(() => choose(file));
          }}
        />
        {isBusy.value && plan.value === undefined && <p role="status">{said.importReading}</p>}
        <Complaint text={fault.value && said.csvFaults[fault.value]} />
        <Complaint text={complaint.value} />
        {plan.value !== undefined && (
          <>
            <Lines {...plan.value} />
            <Actions
              {...plan.value}
              isBusy={isBusy.value}
              onImport={(lines) => void attempt(() => send(lines, true))}
              onClose={onClose}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Lists the planned or actual outcome of each line of a file. */
function Lines({ outcome: lines, isDone }: Plan) {
  const { pronunciations: said } = useReader().texts;
  const added = lines.filter(({ outcome }) => outcome === "added").length;
  const changed = lines.filter(({ outcome }) => outcome === "changed").length;
  const other = lines.length - added - changed;
  const outcomes = isDone ? said.outcomesDone : said.outcomes;
  const reasons: Readonly<Record<string, string>> = said.refusedFields;
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
            {lines.map(({ line, word, outcome, field, message }) => (
              <tr key={line} class={outcome}>
                <td>{line}</td>
                <td lang="tr">{word}</td>
                <td>
                  {outcomes[outcome]}
                  {outcome === "refused" && (
                    <small class="quiet">: {reasons[field ?? ""] ?? message}</small>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface ActionsProps extends Plan {
  readonly isBusy: boolean;
  readonly onImport: (lines: readonly FileLine[]) => void;
  readonly onClose: () => void;
}

function Actions({ lines, outcome: outcomes, isDone, isBusy, onImport, onClose }: ActionsProps) {
  const { pronunciations: said, frame, language } = useReader().texts;
  const count = outcomes.filter(
    ({ outcome }) => outcome === "added" || outcome === "changed",
  ).length;
  if (isDone) {
    return (
      <p class="dialog-actions">
        <span role="status">{said.importDone}</span>
        <button type="button" class="button" onClick={onClose}>
          {frame.close}
        </button>
      </p>
    );
  }
  if (count === 0) return <p class="notice">{said.importNothing}</p>;
  return (
    <p class="dialog-actions">
      <button type="button" class="button plain" onClick={onClose}>
        {frame.cancel}
      </button>
      <button type="button" class="button" disabled={isBusy} onClick={() => onImport(lines)}>
        {isBusy ? said.importWorking : plural(language, said.importSurely, count)}
      </button>
    </p>
  );
}
