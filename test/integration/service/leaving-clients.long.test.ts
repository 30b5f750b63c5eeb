// Its long tests; see test/support/lengths.ts.
import "./leaving-clients.test.ts";
