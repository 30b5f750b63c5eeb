import { eventually } from "../eventually.ts";
import { freePort } from "../free-port.ts";
import { startProgram } from "../program.ts";
import { type SpeechService, speechRequest } from "./speech-service.ts";

/** The models of a service as somebody sees them who kills their processes. */
export function killableModels(service: () => SpeechService) {
  const model = (id: string) => {
    const found = service().engine.models.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no model ${id}`);
    return found;
  };
  const kill = (id: string) => {
    for (const pid of model(id).pids) process.kill(pid, "SIGKILL");
  };
  const speak = (id: string) =>
    service().call(
      "/v1/audio/speech",
      speechRequest({ model: id, voice: model(id).voices[0]?.name, input: "Merhaba." }),
    );
  const isOk = (id: string) => eventually(`${id} is ok`, () => model(id).state === "ok");
  return { model, kill, speak, isOk };
}

/** Starts the speech service as a program on a free port. */
export async function startServiceProgram(
  dataDirectory: string,
  settings: Readonly<Record<string, string>>,
) {
  const port = await freePort();
  const program = startProgram("service/main.ts", {
    DATA_DIR: dataDirectory,
    SERVICE_PORT: String(port),
    ...settings,
  });
  return { program, url: `http://127.0.0.1:${port}` };
}
