import type { JSX } from "preact";
import type { ConsoleRole } from "#status-api/settings/console-people.ts";
import { fill } from "#web-kit/language/texts.ts";
import { useConsoleTexts } from "./texts.ts";

/** Says that the person's role does not allow the page, and which role does. */
export function ForbiddenPage({
  role,
  needed,
}: {
  readonly role: ConsoleRole;
  readonly needed: ConsoleRole;
}): JSX.Element {
  const texts = useConsoleTexts().console;
  const words = { role: texts.roles[role], needed: texts.roles[needed] };
  return (
    <main class="message" id="content">
      <h1>{texts.forbidden}</h1>
      <p>{fill(texts.forbiddenWhy, words)}</p>
    </main>
  );
}
