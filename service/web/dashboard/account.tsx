import { fill, plural } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { AccountView } from "./frame/content.ts";
import { day } from "./frame/formats.tsx";
import { Complaint } from "./frame/notices.tsx";
import { useReader } from "./frame/reader.ts";
import { PasswordField } from "./sign-in/password-field.tsx";

interface AccountProps {
  readonly shown: AccountView;
  readonly email: string;
}

/** The account itself: who it is, its password, its sessions. */
export function AccountPage({ shown, email }: AccountProps): JSX.Element {
  const reader = useReader();
  const { account, language } = reader.texts;
  const { createdAt, sessions } = shown;
  return (
    <>
      <h1>{account.title}</h1>
      <dl class="facts aligned">
        <div>
          <dt>{account.email}</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>{account.since}</dt>
          <dd>
            <time dateTime={createdAt}>{day(reader, createdAt)}</time>
          </dd>
        </div>
      </dl>
      <section aria-labelledby="password-title">
        <h2 id="password-title">{account.password}</h2>
        <PasswordForm shown={shown} email={email} />
      </section>
      <section aria-labelledby="sessions-title">
        <h2 id="sessions-title">{account.sessions}</h2>
        <p>{plural(language, account.sessionCount, sessions)}</p>
        <form class="form-row everywhere" method="post" action="/dashboard/sign-out-everywhere">
          <button class="button danger" type="submit">
            {account.everywhere}
          </button>
          <span class="quiet">{account.everywhereNote}</span>
        </form>
      </section>
    </>
  );
}

function PasswordForm({ shown, email }: AccountProps) {
  const { account, signIn } = useReader().texts;
  const { problem, isPasswordChanged, leastPasswordCharacters } = shown;
  const isOfNew = problem !== undefined && problem !== "wrong" && problem !== "too-many";
  return (
    <form class="card sign-in-form" method="post" action="/dashboard/account">
      {isPasswordChanged && (
        <p class="notice" role="status">
          {account.changed}
        </p>
      )}
      <Complaint text={problem === "too-many" ? account.tooMany : undefined} />
      {/* Password managers want to know whose password it is. */}
      <input
        class="hidden"
        name="email"
        type="text"
        autocomplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        name="current_password"
        label={account.currentPassword}
        autocomplete="current-password"
        complaint={problem === "wrong" ? account.wrong : undefined}
      />
      <PasswordField
        name="new_password"
        label={account.newPassword}
        autocomplete="new-password"
        help={fill(signIn.passwordHelp, { least: leastPasswordCharacters })}
        complaint={isOfNew ? signIn.passwordProblems[problem] : undefined}
        minLength={leastPasswordCharacters}
      />
      <div class="form-row">
        <button class="button" type="submit">
          {account.change}
        </button>
        <span class="quiet">{account.passwordNote}</span>
      </div>
    </form>
  );
}
