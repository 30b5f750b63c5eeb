import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take twenty seconds of a processor and more, longest first, by their paths below test/. */
export const LONGEST: readonly string[] = [
  "integration/service/round-trips",
  "integration/service/conformance-long",
  "integration/service/speech-ffprobe",
  "integration/whole-machine",
  "integration/service/subtitles",
  "integration/service/faults",
  "integration/service/round-trips-audio",
  "integration/probes/pair",
  "integration/probes/ninety-days",
  "integration/docs/examples",
  "integration/service/audio-formats",
  "browser/every-page",
  "integration/service/audio-damaged",
  "integration/service/accounts-command",
  "integration/service/conformance",
  "integration/deploy/prometheus-rules",
  "browser/status-page/states",
  "integration/service/round-trips-numbers",
];

/** One after the other: a process that runs files of one project is ended when a file of another follows. */
const PROJECTS = ["integration", "structure", "unit"];

/**
 * Begins each project with its longest files, since whatever begins last is what all others are waited for. Vitest itself
 * goes by the durations of the last run, which a fresh checkout does not know.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return found === -1 ? LONGEST.length : found;
    };
    const turn = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name);
    return (await super.sort(files)).toSorted(
      (one, other) => turn(one) - turn(other) || place(one) - place(other),
    );
  }
}
