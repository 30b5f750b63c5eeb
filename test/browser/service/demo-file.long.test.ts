// Its long tests; see test/support/lengths.ts.
import "./demo-file.test.ts";
