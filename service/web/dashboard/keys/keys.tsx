import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { KeysView } from "../frame/content.ts";
import { Field } from "../frame/field.tsx";
import { useReader } from "../frame/reader.ts";
import { KeyList } from "./key-list.tsx";
import { NewKey } from "./new-key.tsx";

/** The keys of an account, and how another one is made. */
export function KeysPage({ shown }: { readonly shown: KeysView }): JSX.Element {
  const { keys } = useReader().texts;
  const { created, voice, problem } = shown;
  const inUse = shown.keys.filter(({ isRevoked }) => !isRevoked);
  const revoked = shown.keys.filter(({ isRevoked }) => isRevoked);
  const complaints = { ...keys.problems, "too-many": fill(keys.tooMany, { most: shown.mostKeys }) };
  return (
    <>
      <h1>{keys.title}</h1>
      <p class="lead">{keys.lead}</p>
      {created !== undefined && <NewKey created={created} voice={voice} />}
      <KeyForm
        complaint={problem && complaints[problem]}
        mostCharacters={shown.mostNameCharacters}
        isFirst={inUse.length === 0}
      />
      {inUse.length > 0 && (
        <section aria-labelledby="keys-in-use">
          <h2 id="keys-in-use">{keys.inUse}</h2>
          <KeyList keys={inUse} canRevoke />
        </section>
      )}
      {revoked.length > 0 && (
        <details class="folded">
          <summary>{fill(keys.revoked, { count: revoked.length })}</summary>
          <KeyList keys={revoked} canRevoke={false} />
        </details>
      )}
    </>
  );
}

interface KeyFormProps {
  readonly complaint?: string | undefined;
  readonly mostCharacters?: number;
  readonly isFirst: boolean;
}

/** Asks for the name of a new key. */
export function KeyForm({ complaint, mostCharacters, isFirst }: KeyFormProps): JSX.Element {
  const { keys } = useReader().texts;
  return (
    <form class="card stack" method="post" action="/dashboard/keys">
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
        complaint={complaint}
        name="name"
        autocomplete="off"
        required
        maxLength={mostCharacters}
        row={(input) => (
          <div class="field-row">
            {input}
            <button class="button" type="submit">
              {keys.create}
            </button>
          </div>
        )}
      />
    </form>
  );
}
