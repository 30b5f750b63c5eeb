import { describeSpokenFiles, OUTPUTS } from "../../support/service/spoken-files.ts";

describeSpokenFiles(
  OUTPUTS.filter(
    ({ model, format, rate }) =>
      model === "synth-v2" && rate === "native" && ["mp3", "wav"].includes(format),
  ),
  [],
);
