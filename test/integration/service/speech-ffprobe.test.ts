import { describeSpokenFiles, OUTPUTS } from "../../support/service/spoken-files.ts";

describeSpokenFiles(
  OUTPUTS.filter(({ model, rate }) => model === "synth-v2" && rate === "native"),
  [],
);
