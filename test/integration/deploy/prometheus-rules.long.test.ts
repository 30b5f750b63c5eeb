// Its long tests; see test/support/lengths.ts.
import "./prometheus-rules.test.ts";
