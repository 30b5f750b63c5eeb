import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files of a minute and more, one that computes beside one that waits. */
const LONGEST: readonly string[] = [
  "every-page",
  "service-conformance-long",
  "docs-examples",
  "service-conformance",
  "service-round-trips",
  "prober-monitor",
  "service-speech-ffprobe",
  "service-accounts-command",
  "prober-ninety-days",
  "prober-database-away",
  "whole-machine",
  "prober-pair",
  "service-faults",
  "service-subtitles",
  "service-audio-damaged",
  "status-api-subscribers",
  "site-docs",
  "site-demo-page",
  "site-demo-microphone",
  "site-demo-speech",
  "site-demo-file",
  "site-dashboard",
  "status-subscribe",
  "status-subscribe-page",
  "status-states",
];

/** Begins with the longest files, since whatever begins last is what all others are waited for; a fresh checkout knows no durations. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
