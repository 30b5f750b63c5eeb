import { describeKilledPair } from "../../support/probes/killed-pair.ts";

describeKilledPair(2);
