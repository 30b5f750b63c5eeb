// Its long tests; see test/support/lengths.ts.
import "./dependencies-over-days.slow.test.ts";
