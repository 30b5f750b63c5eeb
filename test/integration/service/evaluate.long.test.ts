// Its long tests; see test/support/lengths.ts.
import "./evaluate.test.ts";
