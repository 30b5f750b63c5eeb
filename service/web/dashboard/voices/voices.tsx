import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { callJson, faultText } from "../api/call.ts";
import { Speaker } from "../api/speaker.ts";
import type { SavedVoice, VoicesView } from "../frame/content.ts";
import { ConfirmDialog } from "../frame/confirm-dialog.tsx";
import { number } from "../frame/formats.ts";
import { NeedsScript } from "../frame/needs-script.tsx";
import { useReader } from "../frame/reader.ts";
import { Said, type Saying } from "../frame/said.tsx";
import { EditVoice } from "./edit-voice.tsx";
import { NewVoice } from "./new-voice.tsx";
import { VoiceRow } from "./voice-row.tsx";

type Task =
  | { readonly name: "add" }
  | { readonly name: "edit" | "remove"; readonly voice: SavedVoice };

/** The saved voices of an account: heard, made, renamed, deleted. */
export function VoicesPage({ shown }: { readonly shown: VoicesView }): JSX.Element {
  const { texts } = useReader();
  const { voices: said } = texts;
  const list = useSignal(shown.voices);
  const task = useSignal<Task | undefined>(undefined);
  const saying = useSignal<Saying | undefined>(undefined);
  const [speaker] = useState(() => new Speaker());
  useEffect(() => () => speaker.stop(), []);
  const isFull = shown.mostVoices !== null && list.value.length >= shown.mostVoices;

  const listen = async ({ id }: SavedVoice): Promise<void> => {
    if (speaker.speaking.value === id) return speaker.stop();
    saying.value = undefined;
    try {
      await speaker.speak(id, { input: said.greeting, voice: id });
    } catch (error) {
      saying.value = { isProblem: true, text: faultText(texts, error) };
    }
  };
  const finish = (voices: readonly SavedVoice[], text: string): void => {
    list.value = voices;
    task.value = undefined;
    saying.value = { isProblem: false, text };
  };
  const remove = async (voice: SavedVoice): Promise<void> => {
    await callJson("DELETE", `/v1/voices/${voice.id}`);
    finish(
      list.value.filter(({ id }) => id !== voice.id),
      fill(said.removed, { name: voice.name }),
    );
  };
  return (
    <>
      <h1>{said.title}</h1>
      <p class="lead">{said.lead}</p>
      <NeedsScript />
      <Said saying={saying.value} />
      {task.value?.name === "add" ? (
        <NewVoice
          shown={shown}
          onSaved={(voice) =>
            finish([voice, ...list.value], fill(said.saved, { name: voice.name }))
          }
          onCancel={() => (task.value = undefined)}
        />
      ) : (
        <AddBar
          count={list.value.length}
          most={shown.mostVoices}
          isFull={isFull}
          onAdd={() => (task.value = { name: "add" })}
        />
      )}
      <ul class="rows">
        {list.value.map((voice) => (
          <VoiceRow
            key={voice.id}
            voice={voice}
            isSpeaking={speaker.speaking.value === voice.id}
            onListen={() => void listen(voice)}
            onEdit={() => (task.value = { name: "edit", voice })}
            onRemove={() => (task.value = { name: "remove", voice })}
          />
        ))}
      </ul>
      {task.value?.name === "edit" && (
        <EditVoice
          shown={shown}
          voice={task.value.voice}
          onSaved={(changed) =>
            finish(
              list.value.map((voice) => (voice.id === changed.id ? changed : voice)),
              fill(said.saved, { name: changed.name }),
            )
          }
          onClose={() => (task.value = undefined)}
        />
      )}
      {task.value?.name === "remove" && (
        <Removal
          voice={task.value.voice}
          onConfirm={remove}
          onClose={() => (task.value = undefined)}
        />
      )}
    </>
  );
}

interface AddBarProps {
  readonly count: number;
  readonly most: number | null;
  readonly isFull: boolean;
  readonly onAdd: () => void;
}

function AddBar({ count, most, isFull, onAdd }: AddBarProps) {
  const reader = useReader();
  const { voices, usage } = reader.texts;
  const mostWritten = most === null ? usage.unlimited : number(reader, most);
  const add = !isFull && (
    <button type="button" class="button with-script" disabled={!reader.isLive} onClick={onAdd}>
      {voices.add}
    </button>
  );
  if (count === 0) {
    return (
      <div class="card empty">
        <h2 class="card-title">{voices.emptyTitle}</h2>
        <p class="quiet">{voices.empty}</p>
        {add}
      </div>
    );
  }
  return (
    <div class="toolbar">
      {add}
      <span class="quiet">
        {fill(voices.count, { count, most: mostWritten })}
        {isFull && ` · ${voices.full}`}
      </span>
    </div>
  );
}

interface RemovalProps {
  readonly voice: SavedVoice;
  readonly onConfirm: (voice: SavedVoice) => Promise<void>;
  readonly onClose: () => void;
}

function Removal({ voice, onConfirm, onClose }: RemovalProps) {
  const { voices } = useReader().texts;
  return (
    <ConfirmDialog
      title={fill(voices.removeTitle, { name: voice.name })}
      warning={voices.removeWarning}
      doLabel={voices.removeSurely}
      onConfirm={() => onConfirm(voice)}
      onClose={onClose}
    />
  );
}
