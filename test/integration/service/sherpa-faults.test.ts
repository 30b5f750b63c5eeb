import { fork } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  cp,
  mkdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { totalmem } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";
import { ModelProcess } from "#service/engine/process/model-process.ts";
import { eventually } from "../../support/eventually.ts";
import { projectRoot } from "../../support/program.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import {
  describeModel,
  toneModel,
  waveformModel,
  withVoiceActivity,
} from "../../support/service/waveform-model.ts";

describe("a published model that cannot be used is told in one line, which names", () => {
  const nothing = async () => undefined;
  const line = async (
    spoil: (folder: string) => Promise<unknown>,
    fields: Readonly<Record<string, unknown>> = {},
    makeModel = waveformModel,
    meanwhile: (process: ModelProcess) => void = () => undefined,
  ): Promise<string> => {
    await using models = await temporaryDirectory("models");
    const folder = await makeModel(models.path, "spoiled", fields);
    await spoil(folder);
    const lines: string[] = [];
    const process = new ModelProcess(folder, {
      stateChanged: () => undefined,
      ready: () => lines.push("ready"),
      unusable: (message) => lines.push(message.replace(folder, "FOLDER")),
      ended: (how, restartInMs) => restarts.push([how, restartInMs]),
    });
    process.start();
    await eventually("it is told", () => {
      meanwhile(process);
      return lines.length > 0;
    });
    await process.stop();
    expect(process.state).toBe("broken");
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("\n");
    return lines[0]!;
  };
  const restarts: [string, number][] = [];
  /** Changes tokens.txt and its checksum. */
  const withTokens = (change: (tokens: string) => string) => async (folder: string) => {
    const file = path.join(folder, "tokens.txt");
    await writeFile(file, change(await readFile(file, "utf8")));
    await describeAgain(folder);
  };
  const describeAgain = async (folder: string) => {
    const manifest = JSON.parse(await readFile(path.join(folder, "model.json"), "utf8")) as never;
    await describeModel(folder, manifest);
  };

  shortTest("a missing file", async () => {
    const spoil = (folder: string) => rm(path.join(folder, "tokens.txt"));
    expect(await line(spoil)).toBe("FOLDER/tokens.txt: cannot be read (ENOENT)");
  });

  longTest("a changed file", async () => {
    const spoil = (folder: string) => appendFile(path.join(folder, "tokens.txt"), "x 99\n");
    expect(await line(spoil)).toContain("FOLDER/tokens.txt: does not have the sha256");
  });

  longTest("an architecture that is not known", async () => {
    expect(await line(nothing, { architecture: "rnn" })).toContain(
      "FOLDER/model.json: architecture",
    );
  });

  longTest("files that the architecture needs", async () => {
    const message = await line(nothing, { architecture: "whisper" });
    expect(message).toBe("FOLDER/model.json: files.encoder is missing");
  });

  longTest("a graph that is damaged", async () => {
    const spoil = async (folder: string) => {
      await writeFile(path.join(folder, "model.onnx"), "no graph");
      await describeAgain(folder);
    };
    expect(await line(spoil)).toMatch(/^FOLDER: .*model\.onnx failed:Protobuf parsing failed/u);
  });

  longTest("what the runtime says before it ends its process", async () => {
    // The graph lacks what NeMo's have in their metadata.
    const message = await line(nothing, { architecture: "nemo-ctc" });
    expect(message).toMatch(/^FOLDER: cannot be loaded: .*vocab_size/u);
  });

  const wrongVocabularies = [
    [
      "too small",
      (tokens: string) => tokens.split("\n").slice(0, 10).join("\n"),
      "is the vocabulary of another model: token 10 is missing, but model.onnx has 31 outputs, from 0",
    ],
    [
      "too large",
      (tokens: string) => `${tokens}q 31\n`,
      "is the vocabulary of another model: it has token 31, but model.onnx has 31 outputs, from 0",
    ],
    [
      "something else",
      () => "one of my tokens",
      'has the line "one of my tokens"; each is a token and its number',
    ],
  ] as const;
  test.each(casesOf(wrongVocabularies.slice(0, 1), wrongVocabularies.slice(1)))(
    "a vocabulary that is %s",
    async (_title, change, message) => {
      expect(await line(withTokens(change))).toBe(`FOLDER/tokens.txt: ${message}`);
    },
  );

  longTest("a voice's vocabulary of another language", async () => {
    const spoil = withTokens((tokens) => tokens.replaceAll(/^[ğş] .*\n/gmu, ""));
    expect(await line(spoil, {}, toneModel)).toBe(
      "FOLDER/tokens.txt: is not a vocabulary for Turkish: it lacks ğ, ş",
    );
  });

  longTest("a rate that the model does not hear, or speak", async () => {
    expect(await line(nothing, { sample_rate: 8_000 })).toBe(
      "FOLDER/model.json: sample_rate is 8000, but omnilingual-ctc models hear 16000",
    );
    expect(await line(nothing, { sample_rate: 22_050 }, toneModel)).toBe(
      "FOLDER/model.json: sample_rate is 22050, but model.onnx speaks at 16000",
    );
  });

  const detecting = async (...model: Parameters<typeof waveformModel>) =>
    withVoiceActivity(await waveformModel(...model));

  longTest(
    "a detector of speech that is another network, or has settings that it cannot have",
    async () => {
      const spoil = async (folder: string) => {
        await cp(path.join(folder, "model.onnx"), path.join(folder, "silero.onnx"));
        await describeAgain(folder);
      };
      expect(await line(spoil, {}, detecting)).toBe(
        "FOLDER/silero.onnx: is not Silero's detector, or is damaged: it has the inputs x; the detector has input, sr, h, c or input, state, sr",
      );
      expect(await line(nothing, { voice_activity: { threshold: 2 } })).toContain(
        "FOLDER/model.json: voice_activity.threshold",
      );
    },
  );

  longTest("a detector of speech that is damaged", async () => {
    const spoil = async (folder: string) => {
      const file = path.join(folder, "silero.onnx");
      const graph = await readFile(file, "latin1");
      await writeFile(file, graph.replace("ReduceMean", "ReduceMxxn"), "latin1");
      await describeAgain(folder);
    };
    expect(await line(spoil, {}, detecting)).toMatch(/^FOLDER: .*ReduceMxxn/u);
  });

  longTest("a capability of the other task, or that its kind does not have", async () => {
    expect(await line(nothing, { capabilities: ["word_times", "cloned_voices"] })).toBe(
      "FOLDER/model.json: capabilities has cloned_voices, which no model for transcription has",
    );
    expect(await line(nothing, { capabilities: ["directed_delivery"] }, toneModel)).toBe(
      'FOLDER/model.json: capabilities has directed_delivery, which kind "sherpa-synthesizer" does not do',
    );
  });

  longTest("files that do not fit into memory, before they are read", async () => {
    const spoil = (folder: string) => truncate(path.join(folder, "model.onnx"), 2 * totalmem());
    expect(await line(spoil)).toMatch(
      /^FOLDER: its files take \d+ MiB, more than the \d+ MiB of memory that are free$/u,
    );
  });

  longTest(
    "a process that is killed each time while it loads, which is not tried for ever",
    async () => {
      restarts.length = 0;
      const kill = ({ pid }: ModelProcess) => {
        if (pid !== undefined) process.kill(pid, "SIGKILL");
      };
      const how = "signal SIGKILL, as when memory runs out";
      expect(await line(nothing, {}, waveformModel, kill)).toBe(
        `FOLDER: its process ended 3 times while it loaded, at last by ${how}, and is not started again`,
      );
      expect(restarts).toEqual([
        [how, 500],
        [how, 1000],
      ]);
    },
  );

  longTest("a package that is not installed", async () => {
    await using models = await temporaryDirectory("models");
    const folder = await waveformModel(models.path, "waveform");
    await using program = await temporaryDirectory("program");
    await mkdir(path.join(program.path, "service"));
    const parts = ["service/engine", "schema-reader", "units", "package.json"];
    for (const part of parts) {
      await cp(path.join(projectRoot, part), path.join(program.path, part), { recursive: true });
    }
    const installed = "node_modules/typebox";
    await mkdir(path.join(program.path, "node_modules"));
    await symlink(path.join(projectRoot, installed), path.join(program.path, installed));
    const child = fork(path.join(program.path, "service/engine/process/child.ts"), [folder], {
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc", "pipe"],
    });
    const ended = once(child, "exit");
    const [sent] = await Promise.race([once(child, "message"), ended]);
    await ended;
    const needs = "needs the package sherpa-onnx-node, which cannot be loaded";
    expect(sent).toEqual({
      type: "unusable",
      message: expect.stringContaining(
        `kind "sherpa-offline-transcriber" ${needs}: npm install sherpa-onnx-node (`,
      ),
    });
    expect((sent as { readonly message: string }).message).not.toContain("\n");
  });
});
