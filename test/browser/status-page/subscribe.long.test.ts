// Its long tests; see test/support/lengths.ts.
import "./subscribe.test.ts";
