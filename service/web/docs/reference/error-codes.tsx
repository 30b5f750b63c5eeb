import type { DocsTexts } from "../../texts/texts.ts";
import { nameIn, type Answer } from "../documents/open-api.ts";

/** The error codes that an operation may be answered with, by status; each leads to what it means. */
export function ErrorCodes(props: {
  readonly responses: Readonly<Record<string, Answer>>;
  readonly texts: DocsTexts;
}) {
  const failures = Object.entries(props.responses).filter(([status]) => Number(status) >= 400);
  return (
    <div class="table" tabIndex={0} role="group" aria-label={props.texts.errors}>
      <table>
        <thead>
          <tr>
            <th scope="col">{props.texts.status}</th>
            <th scope="col">{props.texts.code}</th>
          </tr>
        </thead>
        <tbody>
          {failures.map(([status, { content }]) => (
            <tr key={status}>
              <td>{status}</td>
              <td class="codes">
                {Object.entries(content?.["application/json"]?.examples ?? {}).map(
                  ([name, { $ref }]) => (
                    <CodeLink key={name} name={nameIn($ref)} />
                  ),
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The code of an error as a link to what it means. */
export function CodeLink({ name }: { readonly name: string }) {
  return (
    <a href={`/docs/errors#${name}`}>
      <code>{name === "unknown_saved_voice" ? "unknown_voice" : name}</code>
    </a>
  );
}
