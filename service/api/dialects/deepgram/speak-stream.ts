import {
  SPEAK_CLIENT_MESSAGES,
  SpeakStreamQuery,
  type SpeakServerMessage,
} from "../../../contract/dialects/deepgram-speak-stream.ts";
import { DEEPGRAM_SPEAK_ONLY } from "../../../contract/dialects/deepgram.ts";
import { listenError } from "../../../contract/dialects/deepgram-stream.ts";
import { read, readFrame, readMessage } from "../../../contract/read.ts";
import type { SpeechServerMessage } from "../../../contract/sockets/speech-stream.ts";
import { AUDIO_FORMATS } from "../../../engine/audio/encoding/audio-formats.ts";
import { findSpeechModel } from "../../../speech/speech-request.ts";
import type { ApiServices } from "../../http/services.ts";
import type { SocketKind } from "../../sockets/open-sockets.ts";
import { parseSpeechConfig } from "../../sockets/speech/speech-config.ts";
import {
  SpeechListener,
  type SpeechClientMessage,
  type SpeechWriting,
} from "../../sockets/speech/speech-listener.ts";
import { refuseUnsupportedFields, renamed } from "../shared/vendor-fields.ts";
import { voiceFor } from "../shared/stand-ins.ts";
import { SPEAK_NAMES } from "./speak-routes.ts";
import { SpokenEnds } from "./spoken-ends.ts";

const errorText: SocketKind["errorText"] = (error, requestId) =>
  JSON.stringify(listenError(error, requestId));

/** Returns the socket kind for live speech of Deepgram's API. */
export function deepgramSpeakSockets(services: ApiServices): SocketKind {
  return {
    activity: "speech_stream",
    errorText,
    open: async (opening) => {
      const { query: sent } = opening;
      refuseUnsupportedFields(DEEPGRAM_SPEAK_ONLY, (name) => sent.getAll(name));
      const query = read(SpeakStreamQuery, Object.fromEntries(sent), { asText: true });
      const model = findSpeechModel({}, services.engine);
      const voice = voiceFor("deepgram", query.model ?? model.voices[0]?.name ?? "", model);
      const { sample_rate = AUDIO_FORMATS.pcm.defaultSampleRate, speed } = query;
      const fields = { model: model.id, voice, response_format: "pcm", sample_rate, speed };
      try {
        const speaker = { model_name: voice, model_version: model.createdAt.toISOString() };
        const config = parseSpeechConfig(fields, undefined, services.engine);
        return new SpeechListener(opening, services, new SpeakWriting(speaker), config);
      } catch (error) {
        throw renamed(error, SPEAK_NAMES);
      }
    },
  };
}

type Speaker = Pick<
  Extract<SpeakServerMessage, { type: "Metadata" }>,
  "model_name" | "model_version"
>;

const WARNINGS = {
  MARKUP_REMOVED: "The text had tags, which were taken out, or entities, which were decoded.",
  SERVER_STOPPING: "The service stops and takes no more text; open another socket for it.",
};

function warning(code: keyof typeof WARNINGS): SpeakServerMessage {
  return { type: "Warning", description: WARNINGS[code], code };
}

/** Deepgram's messages about speech. */
class SpeakWriting implements SpeechWriting {
  readonly errorText = errorText;
  readonly #speaker: Speaker;
  readonly #ends = new SpokenEnds();

  constructor(speaker: Speaker) {
    this.#speaker = speaker;
  }

  read(frame: string): SpeechClientMessage {
    const message = readMessage(SPEAK_CLIENT_MESSAGES, readFrame(frame));
    switch (message.type) {
      case "Speak":
        return { type: "text.append", text: message.text };
      case "Flush":
        this.#ends.flush();
        return { type: "text.flush" };
      case "Clear":
        this.#ends.clear();
        return { type: "text.clear" };
      case "Close":
        return { type: "end" };
    }
  }

  write(message: SpeechServerMessage): readonly string[] {
    return this.#messagesFor(message).map((one) => JSON.stringify(one));
  }

  #messagesFor(message: SpeechServerMessage): readonly SpeakServerMessage[] {
    switch (message.type) {
      case "session.started": {
        const { model_name, model_version } = this.#speaker;
        const { request_id } = message;
        return [
          { type: "Metadata", request_id, model_name, model_version, model_uuid: model_name },
        ];
      }
      case "audio.flushed":
        return [
          ...(message.removed_markup === true ? [warning("MARKUP_REMOVED")] : []),
          ...this.#ends.next(),
        ];
      case "session.ending":
        return [warning("SERVER_STOPPING")];
      case "audio.done":
      case "audio.timestamps":
      case "error":
      case "session.updated":
        return [];
    }
  }
}
