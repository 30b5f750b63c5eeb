// Its long tests; see test/support/lengths.ts.
import "./console-asked-runs.test.ts";
