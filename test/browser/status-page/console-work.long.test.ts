// Its long tests; see test/support/lengths.ts.
import "./console-work.test.ts";
