import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest as test } from "../support/lengths.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { processesOfGroup, type Program, startProgram } from "../support/program.ts";
import { someModels } from "../support/service/some-models.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../support/temporary-directory.ts";

interface StatusDocument {
  readonly status: { readonly indicator: string };
  readonly components: readonly {
    readonly id: string;
    readonly group: boolean;
    readonly status: string;
    readonly uptime_90d_coverage?: number;
  }[];
}

/** Beside other tests a busy machine takes minutes to load the models and to run each check once. */
const startPatienceMs = 180_000;

/** Nine seconds at most on a machine that has nothing else to do. */
const STOP_MS = 20_000;

let home: TemporaryDirectory;
let environment: Record<string, string>;
let statusUrl: string;

beforeAll(async () => {
  home = await temporaryDirectory("whole-machine");
  const [servicePort, statusPort] = [await freePort(), await freePort()];
  environment = {
    DATA_DIR: path.join(home.path, "data"),
    SERVICE_PORT: String(servicePort),
    STATUS_PORT: String(statusPort),
  };
  statusUrl = `http://127.0.0.1:${statusPort}`;
});

afterAll(() => home[Symbol.asyncDispose]());

/**
 * DATA_DIR and what lies in it, where other users of the machine may use it, with its mode. Embedded databases open their
 * files to all, and their folders to nobody else.
 */
async function openToOthers(): Promise<readonly string[]> {
  const directory = environment["DATA_DIR"]!;
  const names = [".", ...(await readdir(directory))];
  const modes = names.map(async (name) => {
    const { mode } = await lstat(path.join(directory, name));
    return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`];
  });
  return (await Promise.all(modes)).flat();
}

async function statusDocument(): Promise<StatusDocument | undefined> {
  const response = await fetch(`${statusUrl}/api/v2/status.json`).catch(() => undefined);
  return response?.status === 200 ? ((await response.json()) as StatusDocument) : undefined;
}

const leaves = (document: StatusDocument) => document.components.filter(({ group }) => !group);

async function allOperational(): Promise<StatusDocument> {
  return eventually(
    "seven operational components",
    async () => {
      const document = await statusDocument();
      const operational = leaves(document ?? { status: { indicator: "" }, components: [] }).filter(
        ({ status }) => status === "operational",
      );
      return operational.length === 7 ? document : undefined;
    },
    startPatienceMs,
  );
}

/** When a component was first seen to be operational, as its timeline says. */
async function firstOperational(componentId: string): Promise<number> {
  const response = await fetch(`${statusUrl}/api/v2/components/${componentId}/timeline.csv`);
  const rows = (await response.text()).split("\r\n").map((row) => row.split(","));
  return Date.parse(rows.find(([, , status]) => status === "operational")?.[0] ?? "");
}

/** Stops a program as Ctrl-C does: the signal goes to every process of the terminal's group. */
async function interrupt(program: Program): Promise<{ code: number | string; tookMs: number }> {
  const startedAtMs = performance.now();
  process.kill(-program.pid, "SIGINT");
  return { code: await program.ended(), tookMs: performance.now() - startedAtMs };
}

describe("npm start", () => {
  test("shows seven operational components, stops clean, and lets no other user read its data", async () => {
    expect(await runOnce()).toBe("none");
  }, 600_000);

  longTest(
    "shows after a start what it knew before it was stopped",
    async () => {
      await runOnce();
      const stoppedAtMs = Date.now();
      const keyBefore = await readFile(
        path.join(environment["DATA_DIR"]!, "bootstrap-api-key"),
        "utf8",
      );

      await using noModels = await someModels();
      await using again = startProgram("main.ts", {
        ...environment,
        SPEECH_MODELS_DIR: noModels.path,
      });
      await again.printed(/Status page .*\n +Console +http\S+\/console /, startPatienceMs);
      const kept = await eventually(
        "the document of the run before",
        statusDocument,
        startPatienceMs,
      );
      expect(leaves(kept)).toHaveLength(7);
      for (const { id } of leaves(kept)) {
        expect(await firstOperational(id)).toBeLessThan(stoppedAtMs);
      }
      expect(await readFile(path.join(environment["DATA_DIR"]!, "bootstrap-api-key"), "utf8")).toBe(
        keyBefore,
      );
      expect((await interrupt(again)).code).toBe(0);
    },
    600_000,
  );

  /** Starts it, waits until all is well, and stops it; returns what the page said of all. */
  async function runOnce(): Promise<string> {
    await mkdir(environment["DATA_DIR"]!, { mode: 0o755 });
    await using program = startProgram("main.ts", environment);
    await program.printed(/Models: .*Probing/, startPatienceMs);
    const { status } = await allOperational();
    const { code, tookMs } = await interrupt(program);
    expect(code).toBe(0);
    expect(await openToOthers()).toEqual([]);
    expect(tookMs).toBeLessThan(STOP_MS);
    expect(await processesOfGroup(program.pid)).toEqual([]);
    return status.indicator;
  }

  longTest(
    "ends with 0 when it is interrupted while the service starts",
    async () => {
      await using program = startProgram("main.ts", environment);
      await eventually(
        "the process of the service",
        async () =>
          (await processesOfGroup(program.pid)).some((line) => line.endsWith("service/main.ts")),
        startPatienceMs,
      );
      expect((await interrupt(program)).code).toBe(0);
      expect(await processesOfGroup(program.pid)).toEqual([]);
    },
    240_000,
  );

  longTest(
    "starts a killed service again",
    async () => {
      await using models = await someModels("synth-v1");
      await using program = startProgram("main.ts", {
        ...environment,
        SPEECH_MODELS_DIR: models.path,
      });
      await program.printed(/Models: .*Probing/, startPatienceMs);
      const service = (await processesOfGroup(program.pid)).find((line) =>
        line.endsWith("service/main.ts"),
      );
      process.kill(Number.parseInt(service!, 10), "SIGKILL");
      await program.printed(/the speech service ended and is started again/);
      await eventually(
        "the service answers again",
        async () =>
          (
            await fetch(`http://127.0.0.1:${environment["SERVICE_PORT"]}/readyz`).catch(
              () => undefined,
            )
          )?.status === 200,
        startPatienceMs,
      );
      expect((await interrupt(program)).code).toBe(0);
      expect(await processesOfGroup(program.pid)).toEqual([]);
    },
    420_000,
  );
});

describe("a start that cannot succeed says why in one line and leaves nothing running", () => {
  longTest.each([
    ["a port that is no port", { STATUS_PORT: "many" }, /STATUS_PORT .*"many".*0 to 65535/],
    ["a service port that is no port", { SERVICE_PORT: "many" }, /SERVICE_PORT.*many/],
    ["an address without a scheme", { PUBLIC_URL: "speech.example.com" }, /PUBLIC_URL/],
    ["a monitor file that is not there", { MONITOR_CONFIG: "nowhere.yaml" }, /nowhere\.yaml/],
    ["a database URL of another kind", { STATUS_DATABASE_URL: "mysql://x" }, /STATUS_DATABASE_URL/],
  ])("%s", async (_what, wrong, message) => {
    await using program = startProgram("main.ts", { ...environment, ...wrong });
    expect(await onlyComplaint(program)).toMatch(message);
  });

  test("a broken monitor file", async () => {
    const file = path.join(home.path, "broken.yaml");
    await writeFile(file, "page: { id: x, nmae: typo }\n");
    await using program = startProgram("main.ts", { ...environment, MONITOR_CONFIG: file });
    expect(await onlyComplaint(program)).toMatch(/broken\.yaml:1: .*nmae/);
  });

  longTest("a DATA_DIR that cannot be made", async () => {
    const file = path.join(home.path, "a-file");
    await writeFile(file, "");
    await using program = startProgram("main.ts", {
      ...environment,
      DATA_DIR: path.join(file, "data"),
    });
    expect(await onlyComplaint(program)).toMatch(/a-file\/data/);
    await rm(file);
  });

  longTest.each(["SERVICE_PORT", "STATUS_PORT"])("a %s in use", async (name) => {
    const { createServer } = await import("node:net");
    const holder = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => holder.once("listening", resolve));
    const { port } = holder.address() as { port: number };
    await using noModels = await someModels();
    await using program = startProgram("main.ts", {
      ...environment,
      [name]: String(port),
      SPEECH_MODELS_DIR: noModels.path,
    });
    expect(await onlyComplaint(program)).toMatch(
      new RegExp(`${name} is ${port}, which another program uses`),
    );
    await new Promise((resolve) => holder.close(resolve));
  });

  /** The one line that a start which failed as it should has to say. */
  async function onlyComplaint(program: Program): Promise<string> {
    const code = await program.ended();
    const complaints = program
      .output()
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("{"));
    const left = await processesOfGroup(program.pid);
    if (code !== 1 || complaints.length !== 1 || left.length > 0) {
      throw new Error(
        `ended with ${code}, left ${left.length} processes, said: ${complaints.join(" | ")}`,
      );
    }
    return complaints[0]!;
  }
});
