import { ApiError } from "../../../contract/errors.ts";
import { LIMITS } from "../../../contract/limits.ts";
import { toApiError } from "../../http/to-api-error.ts";
import type { ApiServices } from "../../http/services.ts";
import { speechSources } from "../../../speech/speak.ts";
import { newId, type Conversation, type Opening, type SocketKind } from "../open-sockets.ts";
import { errorMessage } from "../../../contract/error-body.ts";
import { SpeechDialogue, type SpeechEffect } from "./dialogue.ts";
import { readFrame, readMessage } from "../../../contract/read.ts";
import type { Sent } from "../../../contract/schema.ts";
import {
  SPEECH_CLIENT_MESSAGES,
  type SpeechServerMessage,
} from "../../../contract/sockets/speech-stream.ts";
import { speakUtterance, type UtteranceServices } from "./speak-utterance.ts";
import {
  currentConfig,
  parseSpeechConfig,
  requireVoice,
  type SpeechConfig,
} from "./speech-config.ts";
import { Utterance } from "./utterance.ts";

/** After this time without text, punctuation at its end counts as the end of a sentence. */
const QUIET_MS = 300;

/** How the frames of a conversation are written: in the service's own way, or in another vendor's. */
export interface SpeechWriting {
  /** Reads a text frame of the client; throws ApiError. */
  read(frame: string): SpeechClientMessage;
  /** Returns the text frames of a message; none for one that is not sent. */
  write(message: SpeechServerMessage): readonly string[];
  readonly errorText: (error: ApiError, requestId: string) => string;
}

const OWN_WRITING: SpeechWriting = {
  read: parseSpeechMessage,
  write: (message) => [JSON.stringify(message)],
  errorText: (error, requestId) => JSON.stringify(errorMessage(error, requestId)),
};

/** Returns the socket kind for speaking text that arrives in pieces. */
export function speechSockets(services: ApiServices): SocketKind {
  return {
    activity: "speech_stream",
    errorText: OWN_WRITING.errorText,
    open: async (opening) => new SpeechListener(opening, services, OWN_WRITING),
  };
}

/** Carries out the decisions of a dialogue on a socket and a model. */
export class SpeechListener implements Conversation {
  readonly #opening: Opening;
  readonly #services: ApiServices;
  readonly #writing: SpeechWriting;
  readonly #utteranceServices: UtteranceServices;
  readonly #dialogue = new SpeechDialogue();
  readonly #idle: NodeJS.Timeout;
  readonly #quiet: NodeJS.Timeout;
  #config: SpeechConfig | undefined;
  /** Utterances that are neither completely spoken nor cut. */
  readonly #utterances = new Set<Utterance>();
  #openUtterance: Utterance | undefined;
  /** Resolves when all utterances so far have ended. */
  #turn: Promise<void> = Promise.resolve();
  #characters = 0;
  #audioSeconds = 0;
  /** Whether the current utterance had markup. */
  #hadMarkup = false;

  /** @param config holds until the client sends another; absent if there is none before its first */
  constructor(
    opening: Opening,
    services: ApiServices,
    writing: SpeechWriting,
    config?: SpeechConfig,
  ) {
    this.#opening = opening;
    this.#services = services;
    this.#writing = writing;
    this.#utteranceServices = {
      sources: speechSources(opening.principal, services),
      encoder: services.engine.encoder,
      allowance: opening.allowance,
    };
    this.#idle = setTimeout(() => this.#onIdle(), LIMITS.idleSocketSeconds * 1000);
    this.#quiet = setTimeout(() => this.#onQuiet(), QUIET_MS);
    this.#send({
      type: "session.started",
      session_id: newId("sess"),
      request_id: opening.requestId,
    });
    if (config !== undefined) this.#configure(config);
  }

  get audioSeconds(): number {
    return this.#audioSeconds;
  }

  receive(data: Buffer, isBinary: boolean): void {
    this.#idle.refresh();
    try {
      if (isBinary) throw new ApiError("invalid_request", "Text frames alone are taken.");
      this.#message(data.toString("utf8"));
    } catch (error) {
      this.#perform(this.#dialogue.fail(toApiError(error)));
    }
  }

  shutdown(): void {
    this.#perform(this.#dialogue.shutdown());
  }

  fail(error: ApiError): void {
    this.#perform(this.#dialogue.fail(error));
  }

  breakOff(): void {
    this.#perform(this.#dialogue.breakOff());
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#quiet);
    this.#cut();
  }

  #message(frame: string): void {
    const message = this.#writing.read(frame);
    switch (message.type) {
      case "config":
        return this.#configure(
          parseSpeechConfig(message.fields, this.#config, this.#services.engine),
        );
      case "text.append":
        if (this.#config === undefined) throw noConfig();
        this.#quiet.refresh();
        return this.#perform(this.#dialogue.append(message.text));
      case "text.flush":
        return this.#perform(this.#dialogue.flush());
      case "text.clear":
        return this.#perform(this.#dialogue.clear());
      case "end":
        return this.#perform(this.#dialogue.end());
      case "keepalive":
    }
  }

  #configure(config: SpeechConfig): void {
    if (this.#dialogue.isMidUtterance) {
      const message = "A config has to come before the text, or after a flush.";
      throw new ApiError("invalid_request", message);
    }
    this.#config = config;
    this.#dialogue.takeDocuments(config.fields.input_type === "ssml");
    // Text that was sent before is still spoken in the former format.
    this.#turn = this.#turn.then(() => this.#confirm(config));
  }

  /** Confirms that a config applies from here on; never rejects. */
  async #confirm(config: SpeechConfig): Promise<void> {
    try {
      await requireVoice(config, this.#utteranceServices.sources);
    } catch (error) {
      return this.#perform(this.#dialogue.fail(toApiError(error)));
    }
    this.#send({
      type: "session.updated",
      model: config.model.id,
      response_format: config.output.format,
      sample_rate: config.output.sampleRate,
    });
  }

  #onQuiet(): void {
    const effects = this.#dialogue.quiet();
    this.#perform(effects);
    // There may be more sentences than one call finds.
    if (effects.length > 0) this.#quiet.refresh();
  }

  #onIdle(): void {
    if (!this.#dialogue.isIdle) return void this.#idle.refresh();
    const message = `The socket had neither text nor a keepalive for ${LIMITS.idleSocketSeconds} seconds.`;
    this.#perform(this.#dialogue.fail(new ApiError("stream_idle_timeout", message)));
  }

  #perform(effects: readonly SpeechEffect[]): void {
    for (const effect of effects) this.#performOne(effect);
  }

  #performOne(effect: SpeechEffect): void {
    const { socket, requestId, onError } = this.#opening;
    switch (effect.type) {
      case "speak":
        return this.#current().add(effect);
      case "finish":
        this.#current().finish();
        this.#openUtterance = undefined;
        return;
      case "cut":
        return this.#cut();
      case "send":
        return this.#send(effect.message);
      case "fail":
        onError(effect.error);
        return this.#sendText(this.#writing.errorText(effect.error, requestId));
      case "pause":
        return socket.pause();
      case "resume":
        return socket.resume();
      case "close":
        clearTimeout(this.#idle);
        clearTimeout(this.#quiet);
        // A paused socket would not read the client's close frame.
        socket.resume();
        return socket.close(effect.code);
    }
  }

  #current(): Utterance {
    if (this.#openUtterance !== undefined) return this.#openUtterance;
    const utterance = new Utterance();
    this.#openUtterance = utterance;
    this.#utterances.add(utterance);
    const config = this.#config;
    this.#turn = this.#turn.then(() => this.#speak(utterance, config));
    return utterance;
  }

  #cut(): void {
    for (const utterance of this.#utterances) utterance.cut();
    this.#utterances.clear();
  }

  /** Speaks an utterance to its end and reports that; never rejects. */
  async #speak(utterance: Utterance, config: SpeechConfig | undefined): Promise<void> {
    const before = { characters: this.#characters, seconds: this.#audioSeconds };
    this.#hadMarkup = false;
    try {
      // No text is accepted before the first config, so there is nothing to speak.
      if (config !== undefined) await this.#sendAtModel(utterance, config);
    } catch (error) {
      if (!utterance.signal.aborted) this.#perform(this.#dialogue.fail(toApiError(error)));
    }
    this.#utterances.delete(utterance);
    const characters = this.#characters - before.characters;
    const seconds = this.#audioSeconds - before.seconds;
    this.#perform(this.#dialogue.spoken({ characters, seconds, ...this.#removedMarkup() }));
  }

  /** Speaks with the model that serves now, which is kept until the utterance has ended, unless that takes too long. */
  async #sendAtModel(utterance: Utterance, config: SpeechConfig): Promise<void> {
    const current = currentConfig(config, this.#services.engine);
    const { model } = current;
    using _held = model.hold();
    if (current !== config) {
      if (this.#config === config) this.#config = current;
      await this.#confirm(current);
    }
    const onEnding = () => this.shutdown();
    model.ending.addEventListener("abort", onEnding, { once: true });
    try {
      await this.#sendUtterance(utterance, current);
    } finally {
      model.ending.removeEventListener("abort", onEnding);
    }
  }

  #removedMarkup(): { readonly removed_markup?: true } {
    return this.#hadMarkup ? { removed_markup: true } : {};
  }

  async #sendUtterance(utterance: Utterance, config: SpeechConfig): Promise<void> {
    const { metrics } = this.#services;
    let begunAtMs: number | undefined;
    const audio = speakUtterance(utterance, config, this.#utteranceServices, {
      charactersBefore: this.#characters,
      begun: (characters) => {
        begunAtMs ??= performance.now();
        this.#perform(this.#dialogue.begun(characters));
      },
      spoken: (characters) => {
        this.#characters += characters;
        this.#opening.allowance.use(this.#characters);
        this.#opening.allowance.book();
      },
      audio: (seconds) => {
        this.#audioSeconds += seconds;
        metrics.audio("speech", seconds);
      },
      timed: (times) => this.#send({ type: "audio.timestamps", ...times }),
      hadMarkup: () => {
        this.#hadMarkup = true;
      },
    });
    let isFirst = true;
    for await (const bytes of audio) {
      if (bytes.length === 0) continue;
      if (isFirst && begunAtMs !== undefined) {
        const seconds = (performance.now() - begunAtMs) / 1000;
        metrics.firstAudioSeconds.observe({ model: config.model.id }, seconds);
      }
      isFirst = false;
      await this.#sendAudio(bytes);
    }
  }

  /** Sends audio; resolves when little of it is buffered, so that nothing is made far ahead of a slow reader. */
  #sendAudio(bytes: Uint8Array): Promise<void> {
    const { socket } = this.#opening;
    return new Promise((resolve) => {
      socket.send(bytes, () => resolve());
      if (socket.bufferedAmount <= LIMITS.speechAhead.socketBytes) resolve();
    });
  }

  #send(message: SpeechServerMessage): void {
    for (const text of this.#writing.write(message)) this.#sendText(text);
  }

  #sendText(text: string): void {
    const { socket } = this.#opening;
    if (socket.readyState === socket.OPEN) socket.send(text);
  }
}

function noConfig(): ApiError {
  return new ApiError("invalid_request", "A config has to come before the text.");
}

const { config: _config, ...OTHER_MESSAGES } = SPEECH_CLIENT_MESSAGES;

export type SpeechClientMessage =
  /** Its fields are added to those of earlier configs, and read together with them. */
  | { readonly type: "config"; readonly fields: Readonly<Record<string, unknown>> }
  | Sent<(typeof OTHER_MESSAGES)[keyof typeof OTHER_MESSAGES]>;

/** Reads a text frame of a client; throws ApiError. */
function parseSpeechMessage(frame: string): SpeechClientMessage {
  const message = readFrame(frame);
  const { type, ...fields } = message;
  return type === "config" ? { type, fields } : readMessage(OTHER_MESSAGES, message);
}
