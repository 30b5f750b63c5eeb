import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, longest first, by their paths below test/. */
export const LONGEST_FILES: readonly string[] = [
  "browser/every-page.long",
  "integration/docs/empty-folders.long",
  "integration/service/round-trips.long",
  "integration/deploy/prometheus-rules.long",
  "integration/probes/ninety-days.long",
  "integration/service/faults.long",
  "integration/probes/pair.long",
  "integration/service/round-trips-audio.long",
  "integration/service/audio-damaged.long",
  "integration/service/conformance.long",
  "integration/whole-machine.long",
  "integration/service/subtitles.long",
  "integration/fuzz.long",
  "integration/docs/examples.long",
  "browser/service/demo-slow-line.long",
  "integration/service/speech-ffprobe.long",
  "integration/service/audio-formats.long",
  "integration/status-api/uptime-oracle.long",
  "integration/status-api/eight-outages.long",
  "integration/service/get-model.long",
  "integration/service/model-swap.long",
  "integration/service/log.long",
  "integration/whole-machine",
  "browser/every-page",
  "integration/service/speech-cloning",
  "integration/fuzz",
  "integration/service/speech",
  "integration/service/accounts-command",
  "browser/status-page/console",
  "integration/service/limits-stores",
  "integration/status-api/command",
  "integration/status-api/alert-receivers",
  "integration/service/faults",
  "integration/service/database-away",
  "browser/service/demo-microphone",
  "browser/service/sign-in",
  "integration/service/limits",
  "integration/migrations/upgrade",
  "integration/load",
  "integration/service/models-command",
];

/** One after the other: a process that runs files of one project is ended when a file of another follows. */
const PROJECTS = ["long", "other-database", "alone", "integration", "slow", "structure", "unit"];

/**
 * Begins each project with its longest files, since whatever begins last is what all others are waited for. Vitest itself
 * goes by the durations of the last run, which a fresh checkout does not know.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST_FILES.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return found === -1 ? LONGEST_FILES.length : found;
    };
    const turn = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name);
    return (await super.sort(files)).toSorted(
      (one, other) => turn(one) - turn(other) || place(one) - place(other),
    );
  }
}
