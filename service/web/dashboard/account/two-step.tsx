import { plural } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { AccountView, RecoveryCodesView, TwoStepView } from "../frame/content.ts";
import { Copy } from "../frame/copy.tsx";
import { Complaint } from "../frame/notices.tsx";
import { useReader } from "../frame/reader.ts";
import { CodeField } from "../sign-in/code-field.tsx";
import { PasswordField } from "../sign-in/password-field.tsx";
import { Form } from "../frame/form.tsx";

/** Shows whether two-step sign-in is on, with the forms that change it. */
export function TwoStep({ twoStep }: Pick<AccountView, "twoStep">): JSX.Element {
  const { account, twoStep: words, language } = useReader().texts;
  const { isOn, recoveryCodesLeft, problem } = twoStep;
  if (!isOn) {
    return (
      <form class="form-row" method="post" action="/dashboard/two-step/begin">
        <p>{account.twoStepOff}</p>
        <button class="button" type="submit">
          {account.twoStepSetUp}
        </button>
      </form>
    );
  }
  return (
    <Form class="card sign-in-form" method="post" action="/dashboard/two-step/change">
      <p>
        {account.twoStepOn} {plural(language, account.codesLeft, recoveryCodesLeft)}
      </p>
      <Complaint text={problem === "too-many" ? words.problems[problem] : undefined} />
      <CodeField
        label={words.anyCode}
        complaint={problem === "wrong-code" ? words.problems[problem] : undefined}
      />
      <div class="form-row">
        <button class="button plain" type="submit" name="do" value="codes">
          {account.newCodes}
        </button>
        <button class="button danger" type="submit" name="do" value="off">
          {account.turnOff}
        </button>
      </div>
    </Form>
  );
}

/** Shows the secret for an authenticator app, and the form for its first code. */
export function TwoStepPage({ shown }: { readonly shown: TwoStepView }): JSX.Element {
  const { twoStep } = useReader().texts;
  const { secret, picture, hasPassword, problem } = shown;
  return (
    <>
      <h1>{twoStep.title}</h1>
      <p class="lead">{twoStep.scan}</p>
      <img class="qr" src={picture} alt={twoStep.picture} width={220} height={220} />
      <p>{twoStep.secret}</p>
      <p class="secret-line">
        <code class="secret">{secret}</code>
        <Copy text={secret.replaceAll(" ", "")} what={twoStep.secretNamed} />
      </p>
      <Form class="card sign-in-form" method="post" action="/dashboard/two-step">
        <Complaint text={problem === "too-many" ? twoStep.problems[problem] : undefined} />
        <CodeField
          label={twoStep.code}
          complaint={problem === "wrong-code" ? twoStep.problems[problem] : undefined}
        />
        {hasPassword && (
          <PasswordField
            name="current_password"
            label={twoStep.password}
            autocomplete="current-password"
            complaint={problem === "wrong-password" ? twoStep.problems[problem] : undefined}
          />
        )}
        <button class="button" type="submit">
          {twoStep.turnOn}
        </button>
      </Form>
    </>
  );
}

/** Shows the recovery codes, which are shown only once. */
export function RecoveryCodes({ shown }: { readonly shown: RecoveryCodesView }): JSX.Element {
  const { twoStep } = useReader().texts;
  const { codes } = shown;
  return (
    <>
      <h1>{twoStep.codesTitle}</h1>
      <p class="lead">{twoStep.codesLead}</p>
      <ul class="card recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p class="form-row">
        <a class="button" href="/dashboard/account">
          {twoStep.codesDone}
        </a>
        <Copy text={codes.join("\n")} what={twoStep.codesTitle} />
      </p>
    </>
  );
}
