// Its long tests; see test/support/lengths.ts.
import "./faults.test.ts";
