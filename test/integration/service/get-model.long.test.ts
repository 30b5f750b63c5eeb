// Its long tests; see test/support/lengths.ts.
import "./get-model.test.ts";
