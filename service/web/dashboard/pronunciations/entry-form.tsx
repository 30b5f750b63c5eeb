import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { Dialog } from "#web-kit/dialog.tsx";
import { callJson, faultText } from "../api/call.ts";
import type { Pronunciation, PronunciationsView } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { draftOf, entryOf, type Draft } from "./draft.ts";
import { Trial } from "./trial.tsx";

interface EntryFormProps {
  readonly shown: PronunciationsView;
  /** The entry that is changed; undefined for a new one. */
  readonly entry: Pronunciation | undefined;
  readonly onSaved: (entry: Pronunciation) => void;
  readonly onClose: () => void;
}

/** Writes an entry of the dictionary, which can be heard before it is saved. */
export function EntryForm({ shown, entry, onSaved, onClose }: EntryFormProps): JSX.Element {
  const { texts } = useReader();
  const { pronunciations: said, frame } = texts;
  const draft = useSignal(draftOf(entry));
  const complaint = useSignal<string | undefined>(undefined);
  const isSaving = useSignal(false);
  const submit = async (): Promise<void> => {
    isSaving.value = true;
    try {
      onSaved(await save(entry, draft.value));
    } catch (error) {
      complaint.value = faultText(texts, error);
    } finally {
      isSaving.value = false;
    }
  };
  return (
    <Dialog
      title={entry === undefined ? said.newTitle : said.editTitle}
      closeLabel={frame.close}
      onClose={onClose}
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <WordFields shown={shown} draft={draft} />
        <Flags draft={draft} />
        <Trial draft={draft} voices={shown.voices} />
        {complaint.value !== undefined && (
          <p class="notice problem" role="alert">
            {complaint.value}
          </p>
        )}
        <p class="dialog-actions">
          <button type="button" class="button plain" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class="button" disabled={isSaving.value}>
            {isSaving.value ? said.saving : said.save}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

interface DraftProps {
  readonly draft: Signal<Draft>;
}

function WordFields({ shown, draft }: DraftProps & Pick<EntryFormProps, "shown">) {
  const { pronunciations: said } = useReader().texts;
  const { word, kind, saying } = draft.value;
  return (
    <>
      <div class="field">
        <label for="entry-word">{said.word}</label>
        <input
          class="input"
          id="entry-word"
          type="text"
          autocomplete="off"
          required
          maxLength={shown.mostWordCharacters}
          value={word}
          onInput={({ currentTarget }) => change(draft, { word: currentTarget.value })}
        />
      </div>
      <fieldset class="field">
        <legend>{said.kind}</legend>
        {(["alias", "ipa"] as const).map((each) => (
          <label key={each} class="choice">
            <input
              type="radio"
              name="kind"
              checked={kind === each}
              onChange={() => change(draft, { kind: each })}
            />
            <span>{said[each]}</span>
          </label>
        ))}
      </fieldset>
      <div class="field">
        <label for="entry-saying">{said.saying}</label>
        <input
          class={kind === "ipa" ? "input ipa" : "input"}
          id="entry-saying"
          type="text"
          autocomplete="off"
          spellcheck={false}
          required
          maxLength={shown.mostSayingCharacters}
          value={saying}
          aria-describedby="entry-saying-help"
          onInput={({ currentTarget }) => change(draft, { saying: currentTarget.value })}
        />
        <small id="entry-saying-help">{kind === "ipa" ? said.ipaHelp : said.aliasHelp}</small>
      </div>
    </>
  );
}

function Flags({ draft }: DraftProps) {
  const { pronunciations: said } = useReader().texts;
  const { caseSensitive, wordBoundaries } = draft.value;
  return (
    <fieldset class="field">
      <legend>{said.options}</legend>
      <label class="choice">
        <input
          type="checkbox"
          checked={wordBoundaries}
          onChange={({ currentTarget }) => change(draft, { wordBoundaries: currentTarget.checked })}
        />
        <span>
          {said.boundariesOption} <small class="quiet">{said.boundariesHelp}</small>
        </span>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          checked={caseSensitive}
          onChange={({ currentTarget }) => change(draft, { caseSensitive: currentTarget.checked })}
        />
        <span>
          {said.caseOption} <small class="quiet">{said.caseHelp}</small>
        </span>
      </label>
    </fieldset>
  );
}

function change(draft: Signal<Draft>, part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part };
}

function save(entry: Pronunciation | undefined, draft: Draft): Promise<Pronunciation> {
  const body = entryOf(draft);
  return entry === undefined
    ? callJson("POST", "/v1/pronunciations", body)
    : callJson("PATCH", `/v1/pronunciations/${entry.id}`, body);
}
