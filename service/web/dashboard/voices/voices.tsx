import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { readDesign } from "../../frame/designed-voice.ts";
import { callJson, faultText } from "../api/call.ts";
import { useSpeaker } from "../api/speaker.ts";
import type { SavedVoice, VoicesView } from "../frame/content.ts";
import { Copy } from "../frame/copy.tsx";
import { EditMenu } from "../frame/edit-menu.tsx";
import { FormDialog } from "../frame/form-dialog.tsx";
import { Instant, limit, number } from "../frame/formats.tsx";
import { NeedsScript, Said, type Saying } from "../frame/notices.tsx";
import { Island, useReader } from "../frame/reader.ts";
import { BuiltInVoices } from "./built-in-voices.tsx";
import { LabelFields, NewVoice } from "./new-voice.tsx";

interface Task {
  readonly name: "edit" | "remove";
  readonly voice: SavedVoice;
}

/** The voices page: hear, create, rename and delete the account's saved voices. */
export function VoicesPage({ shown }: { readonly shown: VoicesView }): JSX.Element {
  const { texts } = useReader();
  const { voices: said } = texts;
  const list = useSignal(shown.voices);
  const design = useMemo(() => readDesign(shown.design), [shown.design]);
  const isAdding = useSignal(design !== undefined);
  const task = useSignal<Task | undefined>(undefined);
  const saying = useSignal<Saying | undefined>(undefined);
  const speaker = useSpeaker();

  const listen = async ({ id }: SavedVoice): Promise<void> => {
    if (speaker.speaking.value === id) return speaker.stop();
    saying.value = undefined;
    try {
      await speaker.speak(id, { input: said.greeting, voice: id });
    } catch (error) {
      saying.value = { isProblem: true, text: faultText(texts, error) };
    }
  };
  const close = (): void => void (task.value = undefined);
  const closeNew = (): void => {
    isAdding.value = false;
    // The voice in the URL has been saved or declined.
    if (design !== undefined) history.replaceState(null, "", location.pathname);
  };
  const finish = (voices: readonly SavedVoice[], text: string, { name }: SavedVoice): void => {
    list.value = voices;
    close();
    saying.value = { isProblem: false, text: fill(text, { name }) };
  };
  const change = async (voice: SavedVoice, fields: FormData): Promise<void> => {
    const body = Object.fromEntries(fields);
    const changed = await callJson<SavedVoice>("PATCH", `/v1/voices/${voice.id}`, body);
    const voices = list.value.map((one) => (one === voice ? changed : one));
    finish(voices, said.saved, changed);
  };
  const remove = async (voice: SavedVoice): Promise<void> => {
    await callJson("DELETE", `/v1/voices/${voice.id}`);
    const others = list.value.filter((one) => one !== voice);
    finish(others, said.removed, voice);
  };
  const now = task.value;
  return (
    <>
      <h1>{said.title}</h1>
      <p class="lead">{said.lead}</p>
      <NeedsScript />
      <Said saying={saying.value} />
      {isAdding.value ? (
        <NewVoice
          shown={shown}
          design={design}
          onSaved={(voice) => {
            closeNew();
            finish([voice, ...list.value], said.saved, voice);
          }}
          onCancel={closeNew}
        />
      ) : (
        <AddBar
          count={list.value.length}
          max={shown.maxVoices}
          onAdd={() => (isAdding.value = true)}
        />
      )}
      <ul class="rows">
        {list.value.map((voice) => (
          <VoiceRow
            key={voice.id}
            voice={voice}
            isSpeaking={speaker.speaking.value === voice.id}
            onListen={() => void listen(voice)}
            onTask={(name) => (task.value = { name, voice })}
          />
        ))}
      </ul>
      <BuiltInVoices builtIn={shown.builtIn} />
      {now?.name === "edit" && (
        <FormDialog
          title={said.editTitle}
          doLabel={said.saveChanges}
          onSubmit={(fields) => change(now.voice, fields)}
          onClose={close}
        >
          <LabelFields shown={shown} name={now.voice.name} description={now.voice.description} />
        </FormDialog>
      )}
      {now?.name === "remove" && (
        <FormDialog
          title={fill(said.removeTitle, { name: now.voice.name })}
          doLabel={said.removeSurely}
          isDangerous
          onSubmit={() => remove(now.voice)}
          onClose={close}
        >
          <p>{said.removeWarning}</p>
        </FormDialog>
      )}
    </>
  );
}

interface AddBarProps {
  readonly count: number;
  readonly max: number | null;
  readonly onAdd: () => void;
}

function AddBar({ count, max, onAdd }: AddBarProps) {
  const reader = useReader();
  const { voices } = reader.texts;
  const isFull = max !== null && count >= max;
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
        {fill(voices.count, { count, max: limit(reader, max) })}
        {isFull && ` · ${voices.full}`}
      </span>
    </div>
  );
}

interface VoiceRowProps {
  readonly voice: SavedVoice;
  readonly isSpeaking: boolean;
  readonly onListen: () => void;
  readonly onTask: (name: "edit" | "remove") => void;
}

/** A saved voice and its actions. */
function VoiceRow({ voice, isSpeaking, onListen, onTask }: VoiceRowProps) {
  const reader = useReader();
  const { voices } = reader.texts;
  const { id, name, description, usable, voice_description, duration_seconds, created_at } = voice;
  return (
    <Island as="li" class="row">
      <div class="row-facts">
        <p class="row-name">{name}</p>
        {description !== "" && <p>{description}</p>}
        <p class="quiet row-times">
          <span>
            {duration_seconds === null
              ? fill(voices.designedFrom, { description: voice_description ?? "" })
              : fill(voices.madeOf, { seconds: number(reader, duration_seconds, 1) })}
          </span>
          <Instant at={created_at} />
        </p>
        {!usable && <p class="notice problem">{voices.unusable}</p>}
        <p class="quiet id-line">
          {voices.id} <code>{id}</code>
          <Copy text={id} what={`${voices.id}, ${name}`} />
        </p>
      </div>
      <div class="row-actions with-script">
        {usable && (
          <button
            type="button"
            class="button plain small"
            disabled={!reader.isLive}
            aria-label={isSpeaking ? undefined : fill(voices.listenNamed, { name })}
            onClick={onListen}
          >
            <svg class="play" viewBox="0 0 16 16" aria-hidden="true">
              <path d={isSpeaking ? "M4 4h8v8H4z" : "M5 3l8 5-8 5z"} />
            </svg>
            {isSpeaking ? voices.stopListening : voices.listen}
          </button>
        )}
        <EditMenu words={voices} name={name} onTask={onTask} />
      </div>
    </Island>
  );
}
