// Its long tests; see test/support/lengths.ts.
import "./dashboard.test.ts";
