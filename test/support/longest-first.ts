import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, longest first, by their paths below test/. */
export const LONGEST: readonly string[] = [
  "integration/service/round-trips",
  "integration/service/conformance-long",
  "browser/every-page",
  "integration/whole-machine",
  "integration/service/round-trips-audio",
  "integration/probes/ninety-days",
  "integration/probes/pair",
  "integration/service/subtitles",
  "integration/service/audio-formats",
  "integration/service/audio-damaged",
  "browser/service/demo-page",
  "integration/service/faults",
  "integration/docs/examples",
  "integration/service/speech-ffprobe",
  "browser/service/demo-microphone",
  "browser/service/dashboard",
  "browser/service/sign-in",
  "browser/service/reference",
  "integration/service/accounts-command",
  "integration/deploy/prometheus-rules",
  "integration/service/conformance",
  "integration/probes/monitor",
  "browser/status-page/states",
  "integration/service/round-trips-numbers",
];

/** One after the other: a process that runs files of one project is ended when a file of another follows. */
const PROJECTS = ["long", "postgresql", "integration", "structure", "unit"];

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
