// Its long tests; see test/support/lengths.ts.
import "./console.test.ts";
