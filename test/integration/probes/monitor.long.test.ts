// Its long tests; see test/support/lengths.ts.
import "./monitor.test.ts";
