// Its long tests; see test/support/lengths.ts.
import "./page.test.ts";
