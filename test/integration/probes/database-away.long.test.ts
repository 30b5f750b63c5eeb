// Its long tests; see test/support/lengths.ts.
import "./database-away.test.ts";
