import type { DashboardContent, KeyRow, SignInContent, UsageRow } from "./content.ts";
import type { Texts } from "./texts.ts";

type Problem = SignInContent["problem"];

export function SignIn({ texts, problem }: { texts: Texts; problem: Problem }) {
  const problems: Readonly<Record<Problem, string | undefined>> = {
    none: undefined,
    wrong: texts.wrongPassword,
    "too-many": texts.tooManyAttempts,
    away: texts.databaseAway,
  };
  const message = problems[problem];
  return (
    <>
      <h1>{texts.signIn}</h1>
      <form class="card narrow" method="post" action="/dashboard/sign-in">
        {message === undefined ? null : (
          <p class="problem" role="alert">
            {message}
          </p>
        )}
        <label>
          {texts.email}
          <input name="email" type="text" inputmode="email" autocomplete="username" required />
        </label>
        <label>
          {texts.password}
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <button type="submit">{texts.signIn}</button>
      </form>
      <p class="note">{texts.signInHint}</p>
    </>
  );
}

export function Dashboard({ texts, content }: { texts: Texts; content: DashboardContent }) {
  return (
    <>
      <div class="row">
        <h1>{texts.dashboard}</h1>
        <form method="post" action="/dashboard/sign-out">
          <span class="quiet-text">{content.email}</span>
          <button class="quiet" type="submit">
            {texts.signOut}
          </button>
        </form>
      </div>
      <section id="keys">
        <h2>{texts.keys}</h2>
        <Keys texts={texts} keys={content.keys} />
      </section>
      <section id="usage">
        <h2>{texts.usage}</h2>
        <Usage texts={texts} usage={content.usage} />
      </section>
    </>
  );
}

function Keys({ texts, keys }: { texts: Texts; keys: readonly KeyRow[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.keyName}</th>
          <th>{texts.keyPrefix}</th>
          <th>{texts.created}</th>
          <th>{texts.lastUsed}</th>
          <th>{texts.status}</th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.prefix}>
            <td>{key.name}</td>
            <td>
              <code>{key.prefix}…</code>
            </td>
            <td>
              <Moment at={key.createdAt} />
            </td>
            <td>{key.lastUsedAt === null ? texts.never : <Moment at={key.lastUsedAt} />}</td>
            <td>{key.isRevoked ? texts.revoked : texts.active}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Moment({ at }: { at: Date }) {
  const iso = at.toISOString();
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>;
}

function Usage({ texts, usage }: { texts: Texts; usage: readonly UsageRow[] }) {
  if (usage.length === 0) return <p>{texts.noUsage}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th>{texts.day}</th>
          <th>{texts.product}</th>
          <th class="number">{texts.requests}</th>
          <th class="number">{texts.audioSeconds}</th>
          <th class="number">{texts.characters}</th>
        </tr>
      </thead>
      <tbody>
        {usage.map(({ day, product, requests, audioSeconds, characters }) => (
          <tr key={`${day} ${product}`}>
            <td>{day}</td>
            <td>{product}</td>
            <td class="number">{requests}</td>
            <td class="number">{audioSeconds.toFixed(1)}</td>
            <td class="number">{characters}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
