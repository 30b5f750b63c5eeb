// Its long tests; see test/support/lengths.ts.
import "./charts.test.ts";
