import { describeSpokenFiles, MODELS, OUTPUTS } from "../../support/service/spoken-files.ts";

describeSpokenFiles(OUTPUTS, MODELS);
