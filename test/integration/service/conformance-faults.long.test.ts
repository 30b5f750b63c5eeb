// Its long tests; see test/support/lengths.ts.
import "./conformance-faults.test.ts";
