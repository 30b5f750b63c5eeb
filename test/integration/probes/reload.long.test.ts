// Its long tests; see test/support/lengths.ts.
import "./reload.test.ts";
