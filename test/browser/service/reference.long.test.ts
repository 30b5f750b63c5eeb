// Its long tests; see test/support/lengths.ts.
import "./reference.test.ts";
