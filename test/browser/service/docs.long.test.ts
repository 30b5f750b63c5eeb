// Its long tests; see test/support/lengths.ts.
import "./docs.test.ts";
