// Its long tests; see test/support/lengths.ts.
import "./program.test.ts";
