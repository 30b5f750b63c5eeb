// Its long tests; see test/support/lengths.ts.
import "./examples.test.ts";
