// Its long tests; see test/support/lengths.ts.
import "./replay.test.ts";
