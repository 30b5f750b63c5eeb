import { expect, test } from "vitest";
import { accountKey } from "../../support/service/account-command.ts";
import { fixtureClip, startSpeechService } from "../../support/service/speech-service.ts";
import { someModels } from "../../support/service/some-models.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const SPEECH = "/v1/audio/speech/stream";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;

test(
  "sockets end with the quota, and with what they have to tell when the service stops",
  { timeout: STARTING_MS },
  async () => {
    await using data = await temporaryDirectory("data");
    await using models = await someModels("transcribe-1", "synth-v2");
    await using stack = new AsyncDisposableStack();
    const service = stack.use(
      await startSpeechService({ DATA_DIR: data.path, SPEECH_MODELS_DIR: models.path }),
    );
    const voice = service.engine.defaultOf("synthesis")?.voices[0]?.name;

    const poor = await accountKey(data.path, "poor@example.com", "monthly-characters=20");
    using quota = await openStream(service.url, { path: SPEECH, credential: poor });
    quota.say({ type: "config", voice });
    for (let turn = 0; turn < 3; turn += 1) quota.say({ type: "text.append", text: "Merhaba. " });
    expect(await quota.message("error")).toMatchObject({ error: { code: "quota_exceeded" } });
    expect(await quota.closed()).toBe(4429);

    const credential = service.key;
    using speech = await openStream(service.url, { path: SPEECH, credential });
    speech.say({ type: "config", voice });
    speech.say({ type: "text.append", text: "Merhaba dünya" });
    using realtime = await openStream(service.url, {
      path: "/v1/realtime",
      query: { intent: "transcription" },
      credential,
    });
    realtime.say({
      type: "session.update",
      session: { audio: { input: { turn_detection: null } } },
    });
    await realtime.message("session.updated");
    const { wav } = await fixtureClip();
    const audio = wav.subarray(44).toString("base64");
    realtime.say({ type: "input_audio_buffer.append", audio });
    // Everything before it was read by then.
    realtime.say({ type: "session.update", session: {} });
    await realtime.message("session.updated", 1);
    await speech.message("session.updated");

    const stopped = stack.disposeAsync();
    expect(await speech.message("audio.done")).toMatchObject({ characters: 13 });
    const completed = "conversation.item.input_audio_transcription.completed";
    expect((await realtime.message(completed))["transcript"]).not.toBe("");
    expect([await speech.closed(), await realtime.closed()]).toEqual([1012, 1012]);
    await stopped;
  },
);
