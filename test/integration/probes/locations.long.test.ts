// Its long tests; see test/support/lengths.ts.
import "./locations.test.ts";
