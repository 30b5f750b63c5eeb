// Its long tests; see test/support/lengths.ts.
import "./model-swap.test.ts";
