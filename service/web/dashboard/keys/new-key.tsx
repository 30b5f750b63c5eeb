import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CopyButton } from "#web-kit/copy-button.tsx";
import { Dialog } from "#web-kit/dialog.tsx";
import type { KeysView } from "../frame/content.ts";
import { useReader } from "../frame/reader.ts";
import { FirstRequest } from "./first-request.tsx";

interface NewKeyProps {
  readonly created: NonNullable<KeysView["created"]>;
  readonly voice: string | undefined;
}

/** The key that was just made: in a dialog where a script runs, and on the page as long as that is open. */
export function NewKey({ created, voice }: NewKeyProps): JSX.Element {
  const { texts, isLive } = useReader();
  const { keys, frame } = texts;
  const [isClosed, setClosed] = useState(false);
  if (isLive && !isClosed) {
    return (
      <Dialog title={keys.createdTitle} closeLabel={frame.close} onClose={() => setClosed(true)}>
        <Secret created={created} voice={voice} />
        <p class="dialog-actions">
          <button type="button" class="button" onClick={() => setClosed(true)}>
            {keys.done}
          </button>
        </p>
      </Dialog>
    );
  }
  return (
    <section class="card" aria-labelledby="new-key-title">
      <h2 id="new-key-title">{keys.createdTitle}</h2>
      <Secret created={created} voice={voice} />
    </section>
  );
}

function Secret({ created, voice }: NewKeyProps) {
  const { texts, isLive } = useReader();
  const { keys, frame } = texts;
  const { secret, name } = created;
  return (
    <div class="stack">
      <p>
        <strong>{name}</strong> · {keys.createdOnce}
      </p>
      <p class="secret-line">
        <code class="secret">{secret}</code>
        <CopyButton
          text={secret}
          what={name}
          label={frame.copy}
          copiedLabel={frame.copied}
          failedLabel={frame.copyFailed}
          disabled={!isLive}
        />
      </p>
      <p>{keys.tryIt}</p>
      <FirstRequest secret={secret} voice={voice} />
    </div>
  );
}
