import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Dialog } from "#web-kit/dialog.tsx";
import type { KeysView } from "../frame/content.ts";
import { Copy } from "../frame/copy.tsx";
import { useReader } from "../frame/reader.ts";

interface NewKeyProps {
  readonly created: NonNullable<KeysView["created"]>;
  readonly voice: string | undefined;
}

/** The key that was just made: in a dialog where a script runs, and on the page as long as that is open. */
export function NewKey({ created, voice }: NewKeyProps): JSX.Element {
  const { texts, isLive } = useReader();
  const { keys, frame } = texts;
  const [isClosed, setClosed] = useState(false);
  const secret = <Secret created={created} voice={voice} />;
  if (isLive && !isClosed) {
    return (
      <Dialog title={keys.createdTitle} closeLabel={frame.close} onClose={() => setClosed(true)}>
        {secret}
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
      {secret}
    </section>
  );
}

function Secret({ created: { secret, name }, voice }: NewKeyProps) {
  const { keys } = useReader().texts;
  return (
    <div class="stack">
      <p>
        <strong>{name}</strong> · {keys.createdOnce}
      </p>
      <p class="secret-line">
        <code class="secret">{secret}</code>
        <Copy text={secret} what={name} />
      </p>
      <p>{keys.tryIt}</p>
      <FirstRequest secret={secret} voice={voice} />
    </div>
  );
}

/** A command that speaks a sentence with a key, ready to run. */
export function FirstRequest({
  secret,
  voice = "…",
}: {
  readonly secret: string;
  readonly voice: string | undefined;
}): JSX.Element {
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
      <Copy text={command} what="curl" />
    </div>
  );
}
