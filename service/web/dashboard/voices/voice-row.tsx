import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { CopyButton } from "#web-kit/copy-button.tsx";
import type { SavedVoice } from "../frame/content.ts";
import { number } from "../frame/formats.ts";
import { Instant } from "../frame/instant.tsx";
import { Island, useReader } from "../frame/reader.ts";

interface VoiceRowProps {
  readonly voice: SavedVoice;
  readonly isSpeaking: boolean;
  readonly onListen: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** A saved voice, and what can be done with it. */
export function VoiceRow(props: VoiceRowProps): JSX.Element {
  const { voice, isSpeaking, onListen, onEdit, onRemove } = props;
  const reader = useReader();
  const { isLive } = reader;
  const { voices, frame } = reader.texts;
  const { id, name, description, usable, duration_seconds, created_at } = voice;
  return (
    <Island as="li" class="row">
      <div class="row-facts">
        <p class="row-name">{name}</p>
        {description !== "" && <p>{description}</p>}
        <p class="quiet row-times">
          <span>{fill(voices.madeOf, { seconds: number(reader, duration_seconds, 1) })}</span>
          <Instant at={created_at} />
        </p>
        {!usable && <p class="notice problem">{voices.unusable}</p>}
        <p class="quiet id-line">
          {voices.id} <code>{id}</code>
          <CopyButton
            text={id}
            what={`${voices.id}, ${name}`}
            label={frame.copy}
            copiedLabel={frame.copied}
            failedLabel={frame.copyFailed}
            disabled={!isLive}
          />
        </p>
      </div>
      <div class="row-actions with-script">
        {usable && (
          <button
            type="button"
            class="button small"
            disabled={!isLive}
            aria-label={isSpeaking ? undefined : fill(voices.listenNamed, { name })}
            onClick={onListen}
          >
            {isSpeaking ? voices.stopListening : voices.listen}
          </button>
        )}
        <button
          type="button"
          class="button plain small"
          disabled={!isLive}
          aria-label={fill(voices.editNamed, { name })}
          onClick={onEdit}
        >
          {voices.edit}
        </button>
        <button
          type="button"
          class="button danger small"
          disabled={!isLive}
          aria-label={fill(voices.removeNamed, { name })}
          onClick={onRemove}
        >
          {voices.remove}
        </button>
      </div>
    </Island>
  );
}
