// Its long tests; see test/support/lengths.ts.
import "./evidence.test.ts";
