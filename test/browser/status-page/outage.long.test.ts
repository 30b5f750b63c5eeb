// Its long tests; see test/support/lengths.ts.
import "./outage.test.ts";
