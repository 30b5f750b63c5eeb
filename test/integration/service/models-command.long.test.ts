// Its long tests; see test/support/lengths.ts.
import "./models-command.test.ts";
