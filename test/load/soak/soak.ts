import { setTimeout as sleep } from "node:timers/promises";
import { proportionalMemory } from "../../kit/processes.ts";
import type { Line, LoadCase } from "../load-case.ts";
import { WORKS } from "../overload/work.ts";
import type { LoadedProgram, LoadedService } from "../targets.ts";
import { processName } from "./process-name.ts";
import { riseOf, type Sample } from "./rise.ts";

const SAMPLE_MS = 5_000;
/** At the beginning heaps and caches find their size. */
const WARM_UP = 0.25;
const BETWEEN_MS = 300;
const PAGES = ["/", "/page.json", "/api/v2/status.json", "/history", "/badge/component-1.svg"];

/** Maximum rise of the line between the warm-up and the end. */
const MAX_RISE = { bytes: 16 * 2 ** 20, part: 0.1 };

interface ProcessSamples {
  readonly name: string;
  readonly samples: Sample[];
}

export const soak: LoadCase = {
  name: "for long",
  promise: `One account transcribes, speaks and streams without end while the pages are read. Memory (PSS) of each process is taken every ${SAMPLE_MS / 1000} seconds. Promised is that the line that fits all but the first ${WARM_UP * 100} % rises by less than ${MAX_RISE.bytes / 2 ** 20} MiB or ${MAX_RISE.part * 100} % to the end, and that nothing fails.`,
  headings: [
    "process",
    "samples",
    "after the warm-up",
    "at the end",
    "the line rises by",
    "in an hour",
  ],
  async run(targets, { soakMinutes }) {
    if (soakMinutes === 0) return undefined;
    const [service, status] = await Promise.all([targets.service(), targets.status()]);
    const running = { service, status };
    const end = AbortSignal.timeout(soakMinutes * 60_000);
    const [processes, done] = await Promise.all([watch(running, end), keepBusy(running, end)]);
    const lines = [...processes.values()].map((one) => lineOf(one, soakMinutes * 60));
    const { failed } = done;
    const all = {
      cells: [`all: ${done.answered} answers, ${failed.length} failed`, "", "", "", "", ""],
      isKept: failed.length === 0,
    };
    if (failed.length > 0) process.stderr.write(`${failed.slice(0, 10).join("\n")}\n`);
    return [...lines.filter((line) => line !== undefined), all];
  },
};

interface Loaded {
  readonly service: LoadedService;
  readonly status: LoadedProgram;
}

/** Takes the memory of every process until the end. */
async function watch(
  { service, status }: Loaded,
  end: AbortSignal,
): Promise<ReadonlyMap<number, ProcessSamples>> {
  const found = new Map<number, ProcessSamples>();
  const startedAtMs = performance.now();
  while (!end.aborted) {
    for (const [program, { pid: root }] of Object.entries({ service, "status API": status })) {
      for (const { pid, command, bytes } of await proportionalMemory(root)) {
        const name = `${program}: ${processName(command)}`;
        const known = found.get(pid) ?? { name, samples: [] };
        known.samples.push({ atSeconds: (performance.now() - startedAtMs) / 1000, value: bytes });
        found.set(pid, known);
      }
    }
    await sleep(SAMPLE_MS, undefined, { signal: end }).catch(() => undefined);
  }
  return found;
}

/** Undefined for a process that was not there all the time. */
function lineOf({ name, samples }: ProcessSamples, seconds: number): Line | undefined {
  const warm = samples.filter(({ atSeconds }) => atSeconds >= seconds * WARM_UP);
  const [first] = warm;
  const last = warm.at(-1);
  if (first === undefined || last === undefined || samples[0]!.atSeconds > seconds * WARM_UP) {
    return undefined;
  }
  const perSecond = riseOf(warm);
  const rise = perSecond * (last.atSeconds - first.atSeconds);
  const max = Math.max(MAX_RISE.bytes, MAX_RISE.part * first.value);
  return {
    cells: [
      name,
      String(warm.length),
      mebibytes(first.value),
      mebibytes(last.value),
      mebibytes(rise),
      mebibytes(perSecond * 3600),
    ],
    isKept: rise <= max,
  };
}

/** Does some of everything until the end; counts what was answered. */
async function keepBusy({ service, status }: Loaded, end: AbortSignal) {
  const key = await service.newKey(
    "monthly-audio-seconds=none",
    "monthly-characters=none",
    "requests-per-minute=none",
  );
  const failed: string[] = [];
  let answered = 0;
  const again = async (name: string, act: () => Promise<boolean>): Promise<void> => {
    while (!end.aborted) {
      try {
        if (await act()) answered += 1;
        else failed.push(name);
      } catch (error) {
        failed.push(`${name}: ${String(error)}`);
      }
      await sleep(BETWEEN_MS, undefined, { signal: end }).catch(() => undefined);
    }
  };
  let turn = 0;
  const read = async (): Promise<boolean> => {
    const answer = await fetch(new URL(PAGES[turn++ % PAGES.length]!, status.url));
    await answer.arrayBuffer();
    return answer.ok;
  };
  await Promise.all([
    ...WORKS.map((work) =>
      again(work.name, async () => (await work.ask({ url: service.url, key })).type === "admitted"),
    ),
    again("pages", read),
  ]);
  return { answered, failed };
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
