// Its long tests; see test/support/lengths.ts.
import "./demo-page.test.ts";
