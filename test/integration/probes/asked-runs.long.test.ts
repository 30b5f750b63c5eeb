// Its long tests; see test/support/lengths.ts.
import "./asked-runs.test.ts";
