// Its long tests; see test/support/lengths.ts.
import "./embedded-process.test.ts";
