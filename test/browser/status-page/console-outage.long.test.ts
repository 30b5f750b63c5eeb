// Its long tests; see test/support/lengths.ts.
import "./console-outage.test.ts";
