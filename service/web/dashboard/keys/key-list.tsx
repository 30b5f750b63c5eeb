import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { KeyRow } from "../frame/content.ts";
import { Instant } from "../frame/formats.tsx";
import { Island, useReader } from "../frame/reader.ts";

interface KeyListProps {
  readonly keys: readonly KeyRow[];
  readonly canRevoke: boolean;
}

/** Lists keys with the times of their creation and last use; each can be revoked after a confirmation. */
export function KeyList({ keys, canRevoke }: KeyListProps): JSX.Element {
  return (
    <ul class="rows">
      {keys.map((key) => (
        <Island as="li" key={key.id} class="row">
          <Facts row={key} />
          {canRevoke && <Revocation row={key} />}
        </Island>
      ))}
    </ul>
  );
}

function Facts({ row }: { readonly row: KeyRow }) {
  const { name, prefix, createdAt, madeIn, madeBy, lastUsedAt } = row;
  const { keys } = useReader().texts;
  return (
    <div class="row-facts">
      <p class="row-name">{name}</p>
      <p>
        <code>{prefix}…</code>
      </p>
      <p class="quiet row-times">
        <span>
          {keys.created} <Instant at={createdAt} />
        </span>
        {madeIn !== null && (
          <span>
            {keys.maker} {madeBy ?? keys.makers[madeIn]}
          </span>
        )}
        <span>
          {lastUsedAt === null ? keys.never : `${keys.lastUsed} `}
          {lastUsedAt !== null && <Instant at={lastUsedAt} />}
        </span>
      </p>
    </div>
  );
}

/** Explains and confirms revoking a key; opens without a script too. */
function Revocation({ row }: { readonly row: KeyRow }) {
  const { keys } = useReader().texts;
  return (
    <details class="confirm">
      <summary class="button plain small" aria-label={fill(keys.revokeNamed, { name: row.name })}>
        {keys.revoke}
      </summary>
      <form class="confirm-body" method="post" action="/dashboard/keys/revoke">
        <input type="hidden" name="id" value={row.id} />
        <p>{keys.revokeWarning}</p>
        <button class="button danger small" type="submit">
          {keys.revokeSurely}
        </button>
      </form>
    </details>
  );
}
