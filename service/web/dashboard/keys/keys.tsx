import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { KeyRow, KeysView } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import type { DashboardTexts } from "../../texts/texts.ts";
import { KeyList } from "./key-list.tsx";
import { NewKey } from "./new-key.tsx";

/** The keys of an account, and how another one is made. */
export function KeysPage({ shown }: { readonly shown: KeysView }): JSX.Element {
  const { texts } = useReader();
  const { created, voice } = shown;
  const inUse = shown.keys.filter(({ isRevoked }) => !isRevoked);
  const revoked = shown.keys.filter(({ isRevoked }) => isRevoked);
  return (
    <>
      <h1>{texts.keys.title}</h1>
      <p class="lead">{texts.keys.lead}</p>
      {created !== undefined && <NewKey created={created} voice={voice} />}
      <KeyForm
        complaint={complaintOf(texts, shown)}
        mostCharacters={shown.mostNameCharacters}
        isFirst={inUse.length === 0}
      />
      {inUse.length > 0 && (
        <section aria-labelledby="keys-in-use">
          <h2 id="keys-in-use">{texts.keys.inUse}</h2>
          <KeyList keys={inUse} canRevoke />
        </section>
      )}
      {revoked.length > 0 && <Revoked keys={revoked} />}
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
      <div class="field">
        <label for="key-name">{keys.name}</label>
        <div class="field-row">
          <input
            class="input"
            id="key-name"
            name="name"
            type="text"
            autocomplete="off"
            required
            maxLength={mostCharacters}
            aria-invalid={complaint === undefined ? undefined : true}
            aria-describedby={complaint === undefined ? "key-help" : "key-help key-complaint"}
          />
          <button class="button" type="submit">
            {keys.create}
          </button>
        </div>
        <small id="key-help">{keys.nameHelp}</small>
        {complaint !== undefined && (
          <p class="complaint" role="alert" id="key-complaint">
            {complaint}
          </p>
        )}
      </div>
    </form>
  );
}

function Revoked({ keys }: { readonly keys: readonly KeyRow[] }) {
  const { texts } = useReader();
  return (
    <details class="folded">
      <summary>{fill(texts.keys.revoked, { count: keys.length })}</summary>
      <KeyList keys={keys} canRevoke={false} />
    </details>
  );
}

function complaintOf(
  { keys }: DashboardTexts,
  { problem, mostKeys }: KeysView,
): string | undefined {
  if (problem === undefined) return undefined;
  return problem === "too-many" ? fill(keys.tooMany, { most: mostKeys }) : keys.problems[problem];
}
