// Its long tests; see test/support/lengths.ts.
import "./stream-quality.test.ts";
