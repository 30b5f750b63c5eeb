// Its long tests; see test/support/lengths.ts.
import "./maintenance.test.ts";
