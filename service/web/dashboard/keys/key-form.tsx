import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { askView } from "../api/ask-view.ts";
import { useAttempt } from "../frame/attempt.ts";
import type { KeysView } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { ADDRESSES } from "../frame/navigation.tsx";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { Form } from "../frame/form.tsx";

interface KeyFormProps {
  /** The keys and their limits; undefined where only the first key can be created. */
  readonly shown: KeysView | undefined;
  readonly isFirst: boolean;
  /** Called with the response to the form: the new key, or the problem. */
  readonly onAnswer: (shown: KeysView) => void;
}

/** The form that creates a key. A script sends it in place, so that the page can warn before a key is left without a copy. */
export function KeyForm({ shown, isFirst, onAnswer }: KeyFormProps): JSX.Element {
  const { keys } = useReader().texts;
  const { isBusy, complaint, attempt } = useAttempt();
  const complaints = shown && {
    ...keys.problems,
    "too-many": fill(keys.tooMany, { max: shown.maxKeys }),
  };
  const make = async (form: HTMLFormElement): Promise<void> => {
    const answer = await askView<KeysView>(ADDRESSES.keys, new FormData(form));
    if (answer.created !== undefined) form.reset();
    onAnswer(answer);
  };
  return (
    <Form
      class="card stack"
      method="post"
      action={ADDRESSES.keys}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        if (!isBusy.value) void attempt(() => make(form));
      }}
    >
      {isFirst && (
        <div>
          <h2 class="card-title">{keys.firstTitle}</h2>
          <p class="quiet">{keys.first}</p>
        </div>
      )}
      <Field
        id="key-name"
        label={keys.name}
        help={keys.nameHelp}
        missing={keys.problems.unnamed}
        complaint={shown?.problem && complaints?.[shown.problem]}
        name="name"
        autocomplete="off"
        required
        maxLength={shown?.maxNameCharacters}
        row={(input) => (
          <div class="field-row">
            {input}
            <button class="button" type="submit">
              {keys.create}
            </button>
          </div>
        )}
      />
      <Complaint text={complaint.value} />
    </Form>
  );
}
