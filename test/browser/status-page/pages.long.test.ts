// Its long tests; see test/support/lengths.ts.
import "./pages.test.ts";
