// Its long tests; see test/support/lengths.ts.
import "./sherpa-faults.test.ts";
