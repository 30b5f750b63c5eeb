import { fill } from "#web-kit/language/texts.ts";
import { type Signal, useSignal } from "@preact/signals";
import { ApiError } from "#web-kit/api/api-error.ts";
import { sessionToken } from "../../session/demo-session.ts";
import type { DocsTexts } from "../../texts/texts.ts";
import { AnswerView, type Exchange } from "./answer-view.tsx";
import { FieldInput } from "./field-input.tsx";
import { makeRequest, type MadeRequest } from "./make-request.ts";
import type { TryIt } from "./try-it-state.ts";

/** Where a key is kept as long as its tab is open. */
const KEY_STORED_AS = "docs-api-key";
const storedKey = (): string => sessionStorage.getItem(KEY_STORED_AS) ?? "";

interface TryItProps {
  readonly state: TryIt;
  readonly texts: DocsTexts;
}

/** A form that sends a real request of an endpoint and shows what comes back. */
export function TryItForm({ state, texts }: TryItProps) {
  const { bodies, parameters, credential } = state;
  const bodyType = useSignal(bodies[0]?.type);
  // Undefined where the request is sent in a demo session.
  const key = useSignal(storedKey() || (credential === "account" ? "" : undefined));
  const complaint = useSignal("");
  const isSending = useSignal(false);
  const exchange = useSignal<Exchange | undefined>(undefined);
  const fields = bodies.find(({ type }) => type === bodyType.value)?.fields ?? [];

  const send = async (form: HTMLFormElement): Promise<void> => {
    const request = makeRequest(state, bodyType.value, Object.fromEntries(new FormData(form)));
    if ("reason" in request) {
      const text = request.reason === "missing" ? texts.missingField : texts.jsonInvalid;
      complaint.value = fill(text, { field: request.field });
      form.querySelector<HTMLElement>(`[name="${CSS.escape(request.field)}"]`)?.focus();
      return;
    }
    complaint.value = "";
    isSending.value = true;
    try {
      exchange.value = await exchanged(state, request, key.value);
    } catch (error) {
      const refusal = error instanceof ApiError ? error.problem.message : undefined;
      complaint.value = refusal ?? texts.networkFailed;
    } finally {
      isSending.value = false;
    }
  };

  return (
    <form
      class="try card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <p class="quiet">{texts.tryLead}</p>
      {credential !== "none" && (
        <CredentialChoice credential={credential} apiKey={key} texts={texts} />
      )}
      {parameters.map((field) => (
        <FieldInput key={field.name} field={field} texts={texts} />
      ))}
      {bodies.length > 1 && (
        <div class="field">
          <label for="try-body">{texts.asFormOf}</label>
          <select
            id="try-body"
            class="input"
            value={bodyType.value}
            onChange={(event) => (bodyType.value = event.currentTarget.value)}
          >
            {bodies.map(({ type }) => (
              <option key={type}>{type}</option>
            ))}
          </select>
        </div>
      )}
      {fields.map((field) => (
        <FieldInput key={`${bodyType.value} ${field.name}`} field={field} texts={texts} />
      ))}
      <div class="try-send">
        <button type="submit" class="button" disabled={isSending.value}>
          {isSending.value ? texts.sending : texts.send}
        </button>
        <p class="complaint" role="alert">
          {complaint.value}
        </p>
      </div>
      {exchange.value !== undefined && <AnswerView exchange={exchange.value} texts={texts} />}
    </form>
  );
}

interface CredentialChoiceProps {
  readonly credential: TryIt["credential"];
  readonly apiKey: Signal<string | undefined>;
  readonly texts: DocsTexts;
}

function CredentialChoice({ credential, apiKey, texts }: CredentialChoiceProps) {
  const keep = (key: string): void => {
    apiKey.value = key;
    if (key === "") sessionStorage.removeItem(KEY_STORED_AS);
    else sessionStorage.setItem(KEY_STORED_AS, key);
  };
  return (
    <fieldset class="field">
      <legend>{texts.tryWith}</legend>
      {credential === "session" &&
        [false, true].map((usesKey) => (
          <label key={String(usesKey)} class="choice">
            <input
              type="radio"
              name="try-credential"
              checked={usesKey === (apiKey.value !== undefined)}
              onChange={() => (apiKey.value = usesKey ? storedKey() : undefined)}
            />
            <span>{usesKey ? texts.tryKey : texts.tryDemo}</span>
          </label>
        ))}
      {apiKey.value !== undefined && (
        <div class="field">
          <label for="try-key">{texts.keyLabel}</label>
          <input
            id="try-key"
            class="input secret"
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="sk_…"
            value={apiKey.value}
            aria-describedby="try-key-kept"
            onInput={(event) => keep(event.currentTarget.value.trim())}
          />
          <small id="try-key-kept">{texts.keyKept}</small>
          {apiKey.value !== "" && (
            <button type="button" class="button plain small forget" onClick={() => keep("")}>
              {texts.keyForget}
            </button>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** Sends the request with a key, or with a demo session where one may; rejects with ApiError where there is no session. */
async function exchanged(
  { method, credential }: TryIt,
  request: MadeRequest,
  key: string | undefined,
): Promise<Exchange> {
  const headers = new Headers(request.headers);
  if (credential !== "none" && key !== undefined && key !== "") {
    headers.set("authorization", `Bearer ${key}`);
  } else if (credential === "session" && key === undefined) {
    headers.set("authorization", `Bearer ${await sessionToken()}`);
  }
  const startedAtMs = performance.now();
  // Not callApi: a response is shown whatever its status.
  const answer = await fetch(request.address, { method, headers, body: request.body ?? null });
  const content = await answer.blob();
  const ms = Math.round(performance.now() - startedAtMs);
  const isAudio = answer.headers.get("content-type")?.startsWith("audio/") === true;
  const text = isAudio ? undefined : await content.text();
  return { method, request, headers, answer, ms, content, text };
}
