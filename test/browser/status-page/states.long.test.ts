// Its long tests; see test/support/lengths.ts.
import "./states.test.ts";
