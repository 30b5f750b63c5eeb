import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { KeysView } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { KeyForm } from "./key-form.tsx";
import { KeyList } from "./key-list.tsx";
import { NewKey } from "./new-key.tsx";

/** The keys page: the account's keys, and the form that creates another. */
export function KeysPage({ shown: first }: { readonly shown: KeysView }): JSX.Element {
  const { keys } = useReader().texts;
  const view = useSignal(first);
  const shown = view.value;
  const { created, voice } = shown;
  const inUse = shown.keys.filter(({ isRevoked }) => !isRevoked);
  const revoked = shown.keys.filter(({ isRevoked }) => isRevoked);
  return (
    <>
      <h1>{keys.title}</h1>
      <p class="lead">{keys.lead}</p>
      {created !== undefined && (
        <NewKey
          created={created}
          voice={voice}
          onClose={() => (view.value = { ...shown, created: undefined })}
        />
      )}
      <KeyForm
        shown={shown}
        isFirst={inUse.length === 0}
        onAnswer={(answer) => (view.value = answer)}
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
