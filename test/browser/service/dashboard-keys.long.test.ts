// Its long tests; see test/support/lengths.ts.
import "./dashboard-keys.test.ts";
