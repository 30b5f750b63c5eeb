// Its long tests; see test/support/lengths.ts.
import "./strip.test.ts";
