import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "#web-kit/dialog.tsx";
import { useCopying } from "#web-kit/copying.ts";
import type { KeysView } from "../frame/content.ts";
import { Copy } from "../frame/copy.tsx";
import { useReader } from "../frame/reader.ts";

interface CreatedKey {
  readonly created: NonNullable<KeysView["created"]>;
  readonly voice: string | undefined;
}

interface NewKeyProps extends CreatedKey {
  readonly onClose: () => void;
}

/**
 * Shows the key that was just created. With a script, in a dialog that focuses the copy button and warns before it is closed
 * without a copy; otherwise on the page.
 */
export function NewKey({ created, voice, onClose }: NewKeyProps): JSX.Element {
  const { texts, isLive } = useReader();
  const { keys, frame } = texts;
  const isCopied = useSignal(false);
  /** The number of attempts to leave without a copy. */
  const attempts = useSignal(0);
  useQuestionOfBrowser(isLive && !isCopied.value);
  const keep = (): void => {
    isCopied.value = true;
    attempts.value = 0;
  };
  const leave = (): void => {
    if (isCopied.value) onClose();
    else attempts.value += 1;
  };
  if (!isLive) {
    return (
      <section class="card" aria-labelledby="new-key-title">
        <h2 id="new-key-title">{keys.createdTitle}</h2>
        <Secret created={created} voice={voice} />
      </section>
    );
  }
  return (
    <Dialog title={keys.createdTitle} closeLabel={frame.close} onClose={leave}>
      <Secret created={created} voice={voice} onCopied={keep} />
      {attempts.value > 0 ? (
        <Question
          attempts={attempts.value}
          secret={created.secret}
          onCopied={keep}
          onLeave={onClose}
        />
      ) : (
        <p class="dialog-actions">
          <button type="button" class="button" onClick={leave}>
            {keys.done}
          </button>
        </p>
      )}
    </Dialog>
  );
}

/** Makes the browser ask before the page is left. */
function useQuestionOfBrowser(isRequested: boolean): void {
  useEffect(() => {
    if (!isRequested) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isRequested]);
}

interface QuestionProps {
  readonly attempts: number;
  readonly secret: string;
  readonly onCopied: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to leave without a copy of the key; the focused button, which Enter presses, copies it. */
function Question({ attempts, secret, onCopied, onLeave }: QuestionProps) {
  const { keys, frame } = useReader().texts;
  const { outcome, copy } = useCopying(secret, onCopied);
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), [attempts]);
  return (
    <div class="notice problem" role="alert">
      <p>{keys.notCopied}</p>
      <p class="dialog-actions">
        <button type="button" class="button danger" onClick={onLeave}>
          {keys.leaveUncopied}
        </button>
        <button ref={stay} type="button" class="button" onClick={copy}>
          {outcome === "failed" ? frame.copyFailed : keys.copyKey}
        </button>
      </p>
    </div>
  );
}

interface SecretProps extends CreatedKey {
  readonly onCopied?: () => void;
}

function Secret({ created: { secret, name }, voice, onCopied }: SecretProps) {
  const { keys } = useReader().texts;
  return (
    <div
      class="stack"
      onCopy={() => {
        if (getSelection()?.toString().includes(secret) === true) onCopied?.();
      }}
    >
      <p>
        <strong>{name}</strong> · {keys.createdOnce}
      </p>
      <p class="secret-line">
        <code class="secret">{secret}</code>
        <Copy text={secret} what={name} isFirst onCopied={onCopied} />
      </p>
      <p>{keys.tryIt}</p>
      <FirstRequest secret={secret} voice={voice} onCopied={onCopied} />
    </div>
  );
}

interface FirstRequestProps {
  readonly secret: string;
  readonly voice: string | undefined;
  readonly onCopied?: (() => void) | undefined;
}

/** A command that speaks a sentence with a key, ready to run. */
export function FirstRequest({ secret, voice = "…", onCopied }: FirstRequestProps): JSX.Element {
  const { baseUrl } = useReader();
  const command = [
    `curl ${baseUrl}/v1/audio/speech \\`,
    `  -H "Authorization: Bearer ${secret}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"input": "Merhaba dünya!", "voice": "${voice}"}' \\`,
    "  -o merhaba.mp3",
  ].join("\n");
  return (
    <div class="command">
      <pre tabIndex={0}>
        <code>{command}</code>
      </pre>
      <Copy text={command} what="curl" onCopied={onCopied} />
    </div>
  );
}
