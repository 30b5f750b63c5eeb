import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { callJson } from "../api/call.ts";
import type { Pronunciation, PronunciationsView } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { useReader } from "../frame/reader.ts";
import { Trial, type WrittenEntry } from "./trial.tsx";

interface EntryFormProps {
  readonly shown: PronunciationsView;
  /** The entry that is changed; undefined for a new one. */
  readonly entry: Pronunciation | undefined;
  readonly onSaved: (entry: Pronunciation) => void;
  readonly onClose: () => void;
}

/** Adds or changes an entry of the dictionary, which can be heard before it is saved. */
export function EntryForm({ shown, entry, onSaved, onClose }: EntryFormProps): JSX.Element {
  const { pronunciations: said } = useReader().texts;
  const word = useSignal(entry?.word ?? "");
  const kind = useSignal<"alias" | "ipa">(entry?.ipa === undefined ? "alias" : "ipa");
  const saying = useSignal(entry?.alias ?? entry?.ipa ?? "");
  const isCaseSensitive = useSignal(entry?.case_sensitive ?? false);
  const isWholeWord = useSignal(entry?.word_boundaries ?? true);
  const written: WrittenEntry = {
    word: word.value,
    [kind.value]: saying.value,
    case_sensitive: isCaseSensitive.value,
    word_boundaries: isWholeWord.value,
  };
  const save = () =>
    entry === undefined
      ? callJson<Pronunciation>("POST", "/v1/pronunciations", written)
      : callJson<Pronunciation>("PATCH", `/v1/pronunciations/${entry.id}`, written);
  const isIpa = kind.value === "ipa";
  const flags = [
    [isWholeWord, said.boundariesOption, said.boundariesHelp],
    [isCaseSensitive, said.caseOption, said.caseHelp],
  ] as const;
  return (
    <FormDialog
      title={entry === undefined ? said.newTitle : said.editTitle}
      doLabel={said.save}
      busyLabel={said.saving}
      onSubmit={async () => onSaved(await save())}
      onClose={onClose}
    >
      <Field
        id="entry-word"
        label={said.word}
        autocomplete="off"
        required
        maxLength={shown.maxWordCharacters}
        value={word}
        onInput={({ currentTarget }) => (word.value = currentTarget.value)}
      />
      <fieldset class="field">
        <legend>{said.kind}</legend>
        {(["alias", "ipa"] as const).map((each) => (
          <label key={each} class="choice">
            <input
              type="radio"
              name="kind"
              checked={kind.value === each}
              onChange={() => (kind.value = each)}
            />
            <span>{said[each]}</span>
          </label>
        ))}
      </fieldset>
      <Field
        id="entry-saying"
        label={said.saying}
        help={isIpa ? said.ipaHelp : said.aliasHelp}
        class={isIpa ? "input ipa" : "input"}
        autocomplete="off"
        spellcheck={false}
        required
        maxLength={shown.maxPronunciationCharacters}
        value={saying}
        onInput={({ currentTarget }) => (saying.value = currentTarget.value)}
      />
      <fieldset class="field">
        <legend>{said.options}</legend>
        {flags.map(([flag, name, help]) => (
          <label key={name} class="choice">
            <input
              type="checkbox"
              checked={flag}
              onChange={({ currentTarget }) => (flag.value = currentTarget.checked)}
            />
            <span>
              {name} <small class="quiet">{help}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <Trial entry={written} voices={shown.voices} />
    </FormDialog>
  );
}
