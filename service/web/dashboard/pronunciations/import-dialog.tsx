import { plural } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Dialog } from "#web-kit/dialog.tsx";
import { callJson, faultText } from "../api/call.ts";
import type { ImportedLine } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { readDictionary, type FileFault, type FileLine } from "./dictionary-file.ts";
import { ImportTable } from "./import-table.tsx";

type Progress =
  | { readonly step: "choosing" | "reading" }
  | { readonly step: "faulty"; readonly fault: FileFault }
  | {
      readonly step: "planned" | "importing" | "done";
      readonly lines: readonly FileLine[];
      readonly outcome: readonly ImportedLine[];
    };

interface ImportDialogProps {
  /** Is told when something was imported. */
  readonly onImported: () => void;
  readonly onClose: () => void;
}

/** Imports a dictionary from a file: shows line by line what will become of it, then does it and says what did. */
export function ImportDialog({ onImported, onClose }: ImportDialogProps): JSX.Element {
  const { texts } = useReader();
  const { pronunciations: said, frame } = texts;
  const progress = useSignal<Progress>({ step: "choosing" });
  const complaint = useSignal<string | undefined>(undefined);

  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    complaint.value = undefined;
    progress.value = { step: "reading" };
    const lines = readDictionary(new Uint8Array(await file.arrayBuffer()));
    if (typeof lines === "string") progress.value = { step: "faulty", fault: lines };
    else await attempt(lines, false);
  };
  const attempt = async (lines: readonly FileLine[], commit: boolean): Promise<void> => {
    const before = progress.value;
    if (commit && "outcome" in before) progress.value = { ...before, step: "importing" };
    try {
      const body = { lines, commit };
      const { data } = await callJson<{ readonly data: readonly ImportedLine[] }>(
        "POST",
        "/pronunciations/import",
        body,
      );
      progress.value = { step: commit ? "done" : "planned", lines, outcome: data };
      if (commit) onImported();
    } catch (error) {
      complaint.value = faultText(texts, error);
      progress.value = commit ? before : { step: "choosing" };
    }
  };
  const now = progress.value;
  return (
    <Dialog title={said.importTitle} closeLabel={frame.close} onClose={onClose}>
      <div class="stack">
        <FileField onChoose={(file) => void choose(file)} />
        {now.step === "reading" && <p role="status">{said.importReading}</p>}
        {now.step === "faulty" && (
          <p class="notice problem" role="alert">
            {said.csvFaults[now.fault]}
          </p>
        )}
        {complaint.value !== undefined && (
          <p class="notice problem" role="alert">
            {complaint.value}
          </p>
        )}
        {"outcome" in now && (
          <>
            <ImportTable lines={now.outcome} isDone={now.step === "done"} />
            <Actions
              step={now.step}
              outcome={now.outcome}
              onImport={() => void attempt(now.lines, true)}
              onClose={onClose}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

function FileField({ onChoose }: { readonly onChoose: (file: File | undefined) => void }) {
  const { pronunciations: said } = useReader().texts;
  return (
    <div class="field">
      <label for="import-file">{said.importFile}</label>
      <input
        class="input"
        id="import-file"
        type="file"
        accept=".csv,text/csv"
        aria-describedby="import-help"
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0])}
      />
      <small id="import-help">{said.importHelp}</small>
    </div>
  );
}

interface ActionsProps {
  readonly step: "planned" | "importing" | "done";
  readonly outcome: readonly ImportedLine[];
  readonly onImport: () => void;
  readonly onClose: () => void;
}

function Actions({ step, outcome, onImport, onClose }: ActionsProps) {
  const { texts } = useReader();
  const { pronunciations: said, frame } = texts;
  const count = outcome.filter((line) => isWritten(line)).length;
  if (step === "done") {
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
      <button type="button" class="button" disabled={step === "importing"} onClick={onImport}>
        {step === "importing"
          ? said.importWorking
          : plural(texts.language, said.importSurely, count)}
      </button>
    </p>
  );
}

/** Whether a line adds or changes an entry. */
export function isWritten({ outcome }: ImportedLine): boolean {
  return outcome === "added" || outcome === "changed";
}
