import type { JSX } from "preact";
import { CopyButton } from "#web-kit/copy-button.tsx";
import { useReader } from "../frame/reader.ts";

/** A command that speaks a sentence with a key, ready to run. */
export function FirstRequest({
  secret,
  voice,
}: {
  readonly secret: string;
  readonly voice: string | undefined;
}): JSX.Element {
  const { baseUrl, texts, isLive } = useReader();
  const command = [
    `curl ${baseUrl}/v1/audio/speech \\`,
    `  -H "Authorization: Bearer ${secret}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"input": "Merhaba dünya!", "voice": "${voice ?? "…"}"}' \\`,
    "  -o merhaba.mp3",
  ].join("\n");
  const { copy, copied, copyFailed } = texts.frame;
  return (
    <div class="command">
      <pre tabIndex={0}>
        <code>{command}</code>
      </pre>
      <CopyButton
        text={command}
        what="curl"
        label={copy}
        copiedLabel={copied}
        failedLabel={copyFailed}
        disabled={!isLive}
      />
    </div>
  );
}
