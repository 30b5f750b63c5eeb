// Its long tests; see test/support/lengths.ts.
import "./baseline.slow.test.ts";
