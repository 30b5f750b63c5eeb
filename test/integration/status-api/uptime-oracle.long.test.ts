// Its long tests; see test/support/lengths.ts.
import "./uptime-oracle.test.ts";
