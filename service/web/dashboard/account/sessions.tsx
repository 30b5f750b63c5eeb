import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { SessionRow } from "../frame/content.ts";
import { Instant } from "../frame/formats.tsx";
import { Island, useReader } from "../frame/reader.ts";

/** Lists the person's sessions: browser, times, and a button that ends each. */
export function Sessions({ sessions }: { readonly sessions: readonly SessionRow[] }): JSX.Element {
  const { account } = useReader().texts;
  return (
    <>
      <ul class="rows">
        {sessions.map((session) => (
          <Island as="li" key={session.id} class="row">
            <Session session={session} />
          </Island>
        ))}
      </ul>
      <form class="form-row everywhere" method="post" action="/dashboard/sign-out-everywhere">
        <button class="button danger" type="submit">
          {account.everywhere}
        </button>
        <span class="quiet">{account.everywhereNote}</span>
      </form>
    </>
  );
}

function Session({ session }: { readonly session: SessionRow }) {
  const { account } = useReader().texts;
  const { id, browser, createdAt, lastUsedAt, isThis } = session;
  const named = [browser.browser, browser.system].filter((part) => part !== undefined);
  const name = named.length === 0 ? account.unknownBrowser : named.join(" · ");
  return (
    <>
      <div class="row-facts">
        <p class="row-name">{name}</p>
        <p class="quiet row-times">
          <span>
            {account.signedIn} <Instant at={createdAt} />
          </span>
          {isThis ? (
            <strong>{account.thisSession}</strong>
          ) : (
            <span>
              {account.lastUsed} <Instant at={lastUsedAt} />
            </span>
          )}
        </p>
      </div>
      <form method="post" action="/dashboard/sessions/end">
        <input type="hidden" name="id" value={id} />
        <button
          class="button plain small"
          type="submit"
          aria-label={fill(account.endNamed, { name })}
        >
          {account.end}
        </button>
      </form>
    </>
  );
}
