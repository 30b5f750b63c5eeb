import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { AccountView } from "../frame/content.ts";
import { day } from "../frame/formats.tsx";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { Deletion } from "./deletion.tsx";
import { EmailForm } from "./email-form.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoStep } from "./two-step.tsx";
import { OwnerField, PasswordField } from "../sign-in/password-field.tsx";
import { Form } from "../frame/form.tsx";

interface AccountProps {
  readonly shown: AccountView;
  readonly email: string;
}

/** The account page: e-mail address, password, sign-in methods, sessions and deletion. */
export function AccountPage({ shown, email }: AccountProps): JSX.Element {
  const reader = useReader();
  const { account, members } = reader.texts;
  const { createdAt, sessions, twoStep, accounts, role, provider, hasPassword, sendsMail, done } =
    shown;
  return (
    <>
      <h1>{account.title}</h1>
      {done !== undefined && (
        <p class={done === "not-connected" ? "notice problem" : "notice"} role="status">
          {account.done[done]}
        </p>
      )}
      <dl class="facts aligned">
        <div>
          <dt>{account.email}</dt>
          <dd>
            {email}
            <AddressState {...shown} />
          </dd>
        </div>
        <div>
          <dt>{account.role}</dt>
          <dd>{members.roles[role]}</dd>
        </div>
        <div>
          <dt>{account.since}</dt>
          <dd>
            <time dateTime={createdAt}>{day(reader, createdAt)}</time>
          </dd>
        </div>
      </dl>
      {accounts.length > 1 && (
        <section aria-labelledby="accounts-title">
          <h2 id="accounts-title">{account.accounts}</h2>
          <Accounts accounts={accounts} />
        </section>
      )}
      <section aria-labelledby="email-title">
        <h2 id="email-title">{account.changeEmail}</h2>
        {hasPassword ? <EmailForm shown={shown} /> : <p>{account.emailNeedsPassword}</p>}
      </section>
      <section aria-labelledby="password-title">
        <h2 id="password-title">{account.password}</h2>
        {hasPassword ? (
          <PasswordForm shown={shown} email={email} />
        ) : (
          <NoPassword sendsMail={sendsMail} />
        )}
      </section>
      {provider !== undefined && (
        <section aria-labelledby="provider-title">
          <h2 id="provider-title">{fill(account.provider, { name: provider.name })}</h2>
          <Provider isConnected={provider.isConnected} />
        </section>
      )}
      <section aria-labelledby="two-step-title">
        <h2 id="two-step-title">{account.twoStep}</h2>
        <TwoStep twoStep={twoStep} />
      </section>
      <section aria-labelledby="sessions-title">
        <h2 id="sessions-title">{account.sessions}</h2>
        <Sessions sessions={sessions} />
      </section>
      <section aria-labelledby="deletion-title">
        <h2 id="deletion-title">{account.delete}</h2>
        <Deletion deletion={shown.deletion} email={email} />
      </section>
    </>
  );
}

/** Lists the accounts that the person may use, with a button to switch to each. */
function Accounts({ accounts }: Pick<AccountView, "accounts">) {
  const { account } = useReader().texts;
  return (
    <ul class="rows">
      {accounts.map(({ id, email, isShown }) => (
        <li key={id} class="row">
          <p class="row-name">{email}</p>
          {isShown ? (
            <span class="quiet">{account.shown}</span>
          ) : (
            <form method="post" action="/dashboard/account/show">
              <input type="hidden" name="id" value={id} />
              <button
                class="button plain small"
                type="submit"
                aria-label={fill(account.showNamed, { name: email })}
              >
                {account.show}
              </button>
            </form>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Tells a person who signs in without a password how to get one. */
function NoPassword({ sendsMail }: Pick<AccountView, "sendsMail">) {
  const { account, signIn } = useReader().texts;
  return (
    <p>
      {account.noPassword}{" "}
      {sendsMail ? (
        <a href="/dashboard/lost-password">{account.setPassword}</a>
      ) : (
        signIn.askOperatorForPassword
      )}
    </p>
  );
}

/** Says whether the person can sign in with the provider; if not, links to connecting it. */
function Provider({ isConnected }: { readonly isConnected: boolean }) {
  const { account } = useReader().texts;
  if (isConnected) return <p>{account.connected}</p>;
  return (
    <p class="form-row">
      <span>{account.connectNote}</span>
      <a class="button plain" href="/dashboard/provider?next=/dashboard/account">
        {account.connect}
      </a>
    </p>
  );
}

/** Says whether the address is confirmed; if not, has a button that requests the confirmation mail. */
function AddressState({ isConfirmed, sendsMail }: AccountView) {
  const { account } = useReader().texts;
  if (isConfirmed) return <span class="quiet"> {account.confirmed}</span>;
  if (!sendsMail) return null;
  return (
    <form class="form-row" method="post" action="/dashboard/account/confirm">
      <span class="quiet">{account.unconfirmed}</span>
      <button class="button plain small" type="submit">
        {account.confirm}
      </button>
    </form>
  );
}

function PasswordForm({ shown, email }: AccountProps) {
  const { account, signIn } = useReader().texts;
  const { problem, minPasswordCharacters } = shown;
  const isOfNew = problem !== undefined && problem !== "wrong" && problem !== "too-many";
  return (
    <Form class="card sign-in-form" method="post" action="/dashboard/account">
      <Complaint text={problem === "too-many" ? account.tooMany : undefined} />
      <OwnerField email={email} />
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
        help={fill(signIn.passwordHelp, { min: minPasswordCharacters })}
        complaint={isOfNew ? signIn.passwordProblems[problem] : undefined}
        minLength={minPasswordCharacters}
      />
      <div class="form-row">
        <button class="button" type="submit">
          {account.change}
        </button>
        <span class="quiet">{account.passwordNote}</span>
      </div>
    </Form>
  );
}
