// Its long tests; see test/support/lengths.ts.
import "./requested-runs.test.ts";
