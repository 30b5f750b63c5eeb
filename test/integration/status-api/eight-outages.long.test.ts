// Its long tests; see test/support/lengths.ts.
import "./eight-outages.test.ts";
