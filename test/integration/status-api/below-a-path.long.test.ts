// Its long tests; see test/support/lengths.ts.
import "./below-a-path.test.ts";
