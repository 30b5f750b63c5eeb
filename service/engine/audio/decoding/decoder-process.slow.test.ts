import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DecoderProcess } from "./decoder-process.ts";

const LIMITS = { maxIdleMs: 2000, maxWorkSeconds: { first: 5, perSecond: 0.1 } };
const never = new AbortController().signal;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "decoder-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A program in place of the one that decodes. */
async function program(name: string, code: string): Promise<string> {
  const file = path.join(folder, `${name}.mjs`);
  await writeFile(file, code);
  return file;
}

async function* shortRecording(): AsyncGenerator<Buffer> {
  yield Buffer.from("a recording");
}

async function samplesOf(
  decoder: DecoderProcess,
  recording: AsyncIterable<Buffer> = shortRecording(),
): Promise<number> {
  let count = 0;
  for await (const samples of decoder.decode(recording, 8000, never)) count += samples.length;
  return count;
}

test.runIf(process.platform === "linux")(
  "a decoder in a loop without end is ended by the CPU time that it takes",
  async () => {
    const endless = await program("endless", "for (;;);");
    const decoder = new DecoderProcess(endless, {
      maxIdleMs: 60_000,
      maxWorkSeconds: { first: 0.5, perSecond: 0.1 },
    });
    await expect(samplesOf(decoder)).rejects.toMatchObject({ code: "undecodable_audio" });
    await decoder.ended;
  },
);

test("one that waits, and works little for what it gives, is let be", async () => {
  const patient = await program(
    "patient",
    "setTimeout(() => process.stdout.write(Buffer.alloc(8), () => process.exit(0)), 900);",
  );
  const decoder = new DecoderProcess(patient, { ...LIMITS, maxIdleMs: 60_000 });
  expect(await samplesOf(decoder)).toBe(2);
});

test.runIf(process.platform === "linux")(
  "one that gets little of a busy machine may be silent for longer than an idle one",
  async () => {
    const starved = await program(
      "starved",
      `const beganAtMs = performance.now();
       const step = () => {
         const { user, system } = process.cpuUsage();
         while (process.cpuUsage().user + process.cpuUsage().system < user + system + 10_500);
         if (performance.now() - beganAtMs < 3000) return setTimeout(step, 100);
         process.stdout.write(Buffer.alloc(8), () => process.exit(0));
       };
       step();`,
    );
    expect(await samplesOf(new DecoderProcess(starved, LIMITS))).toBe(2);
  },
);

test("one that does nothing is ended", async () => {
  const idle = await program("idle", "setTimeout(() => {}, 60_000);");
  await expect(
    samplesOf(new DecoderProcess(idle, { ...LIMITS, maxIdleMs: 500 })),
  ).rejects.toMatchObject({
    code: "undecodable_audio",
  });
});

test.each([
  ["SIGKILL", "decoder_unavailable"],
  ["SIGSEGV", "undecodable_audio"],
])("one that ends by %s: %s", async (signal, code) => {
  const dying = await program(
    `dies-${signal}`,
    `process.kill(process.pid, "${signal}"); for (;;);`,
  );
  await expect(samplesOf(new DecoderProcess(dying))).rejects.toMatchObject({ code });
});

test("one that is killed while it is given a long recording: decoder_unavailable", async () => {
  const dying = await program(
    "dies-reading",
    'process.stdin.once("data", () => { process.kill(process.pid, "SIGKILL"); for (;;); });',
  );
  const endless = (async function* () {
    for (;;) yield Buffer.alloc(65_536);
  })();
  await expect(samplesOf(new DecoderProcess(dying), endless)).rejects.toMatchObject({
    code: "decoder_unavailable",
  });
});
